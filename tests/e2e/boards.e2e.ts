import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { hour } from '#contract/time.ts'
import { addRuledTournament, releaseOf, weighInOf } from '../support/billfish-tournament.ts'
import {
  axe,
  axeColors,
  brokenTexts,
  clippedTexts,
  disclosureNames,
  eventually,
  expectNoSidewaysScroll,
  layoutShift,
  type Member,
  reload,
  serveSite,
} from '../support/browser.ts'

const site = serveSite()
let olga: Member
let bo: Member
let cup: Awaited<ReturnType<typeof addRuledTournament>>

beforeAll(async () => {
  olga = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  bo = await site.addMember({ firstName: 'Bo', lastName: 'Lind' })
  const others = Array.from({ length: 12 }, (_, n) => [
    `Boat ${n + 1}`,
    {
      fish: [
        releaseOf('White Marlin', 100 + n),
        releaseOf('White Marlin', 200 + n),
        weighInOf('Tuna', 20 + n, n),
      ],
    },
  ])
  cup = await addRuledTournament(
    site.db,
    { start: Date.now() - 5 * hour, by: olga.userId },
    {
      'Reel Deal': { fish: [releaseOf('Blue Marlin', 10), weighInOf('Tuna', 8, 30)], pots: ['level-b'] },
      'The Incredible Unsinkable Molly Brown of Ocean City': {
        fish: [releaseOf('Blue Marlin', 12), weighInOf('Tuna', 60, 70)],
      },
      ...Object.fromEntries(others),
      Skunked: {},
    },
    { name: 'White Marlin Open' },
  )
})

const path = () => `/tournament/${cup.tournament}`
const board = (page: Page) => page.getByRole('region', { name: 'Leaderboard' })
const rows = (page: Page) => board(page).locator('ol > li')
const release = (boat: string, species: string) =>
  site.ask(olga, 'POST', `/api/tournament-entries/${cup.entries[boat]}/catches`, { species, released: true })

describe('the leaderboard of a tournament with rules', () => {
  test('has chips, and rows that open to their fish, at any width', async () => {
    const page = await site.open(path(), { member: bo, width: 320, touch: true, lateFonts: true })
    const { score, moved } = await layoutShift(page)
    expect([score < 0.01, score, moved]).toEqual([true, score, moved])
    await expectNoSidewaysScroll(page)
    const [first, , third] = await rows(page).allInnerTexts()
    expect(first).toContain('T1')
    expect(first).toContain('400 points')
    expect(third).toContain('250 points')
    await eventually(rows(page)).toHaveCount(10)

    await rows(page).first().locator('summary').click()
    await rows(page).first().getByText('Not counted: another species').waitFor()
    await expectNoSidewaysScroll(page)
    await axe(page, 'target-size')
    await page.emulateMedia({ colorScheme: 'dark' })
    await axeColors(page)

    await board(page).getByRole('button', { name: 'Show more places' }).click()
    await rows(page).nth(14).getByText('No fish yet').waitFor()
    await eventually(board(page).getByRole('button', { name: 'Show more places' })).toHaveCount(0)
  })

  test('is read at 200 % text size on a phone, and the navigation doesn’t cover the header', async () => {
    const page = await site.open(path(), { member: bo, width: 360, height: 740, fontSize: 32 })
    await rows(page).first().getByText('400 points').first().waitFor()
    await expectNoSidewaysScroll(page)
    expect([await brokenTexts(page), await clippedTexts(page)]).toEqual([[], []])
    const name = rows(page).filter({ hasText: 'Reel Deal' }).getByRole('heading')
    expect((await name.boundingBox())?.width).toBeGreaterThan(120)
    const nav = page.getByRole('navigation', { name: 'On this page' })
    await rows(page).first().scrollIntoViewIfNeeded()
    expect(await nav.evaluate(element => getComputedStyle(element).position)).toBe('static')
  })

  test('changes with its chips, by keyboard, and keeps the choice in the address', async () => {
    const page = await site.open(path(), { member: bo })
    const tuna = board(page).getByRole('link', { name: 'Daily Tuna' })
    await tuna.focus()
    await page.keyboard.press('Enter')
    await board(page).getByRole('list', { name: 'Daily Tuna · Friday' }).waitFor()
    expect(await tuna.getAttribute('aria-current')).toBe('true')
    expect(await rows(page).first().textContent()).toContain('60 lbs')
    expect(new URL(page.url()).search).toBe('?category=tuna')
    await board(page).getByRole('link', { name: 'Saturday' }).click()
    await board(page).getByText('No fish yet: Daily Tuna · Saturday').waitFor()
    await page.reload()
    await board(page).getByText('No fish yet: Daily Tuna · Saturday').waitFor()
  })

  test('works without JavaScript', async () => {
    const page = await site.open(path(), { member: bo, script: false })
    await rows(page).first().locator('summary').click()
    await rows(page).first().getByText('Not counted: another species').waitFor()
    await board(page).getByRole('link', { name: 'Daily Tuna' }).click()
    await rows(page).first().getByText('60 lbs', { exact: true }).first().waitFor()
  })

  test('is read by visitors on the page of the race, with its chips', async () => {
    const page = await site.open(`${path()}/race`, { width: 360, touch: true })
    await rows(page).first().locator('summary').click()
    await rows(page).first().getByText('Not counted: another species').waitFor()
    await expectNoSidewaysScroll(page)
    await axe(page, 'target-size')
    await board(page).getByRole('link', { name: 'Daily Tuna' }).click()
    await board(page).getByRole('list', { name: 'Daily Tuna · Friday' }).waitFor()
    const { pathname, search } = new URL(page.url())
    expect([pathname, search]).toEqual([`${path()}/race`, '?category=tuna'])
  })

  test('follows a weigh-in, and so do the jackpots and the screen', async () => {
    const page = await site.open(path(), { member: bo })
    const screen = await site.open(`/kiosk/${cup.tournament}`, { width: 1920, height: 1080 })
    await site.untilWatched(page, 2)
    await page.locator('#jackpots summary').first().click()
    await release('Boat 7', 'Blue Marlin')
    await rows(page).first().getByRole('heading', { name: 'Boat 7', exact: true }).waitFor()
    await rows(page).first().getByText('650 points').waitFor()
    await page.locator('#jackpots').getByRole('row', { name: '1st Boat 7' }).waitFor()
    await page.getByText('Boat 7 released a Blue Marlin and is in first place.').first().waitFor()
    await screen.getByRole('region', { name: 'Leaderboard' }).getByText('650 points').first().waitFor()
  })
})

describe('the screen', () => {
  const titleOf = (page: Page) => page.getByRole('region', { name: 'Leaderboard' }).locator('h2')

  test('turns through the categories; every name and figure is whole', async () => {
    const page = await site.open(`/kiosk/${cup.tournament}`, { width: 1920, height: 1080 })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await reload(page)
    await page.clock.install()
    // The next wait is of this clock.
    await page.keyboard.press('ArrowRight')
    const titles = new Set<string>()
    for (let turn = 0; turn < 8; turn++) {
      titles.add((await titleOf(page).textContent()) ?? '')
      const cut = await page
        .locator('ol p')
        .evaluateAll(all =>
          all
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ textContent }) => textContent),
        )
      expect(cut).toEqual([])
      await page.clock.runFor(12_500)
    }
    expect([...titles]).toEqual(['Billfish', 'Daily Tuna · Friday', 'The Race'])
    await axe(page)
  })

  test('waits for a key where motion is reduced; fits a phone', async () => {
    const page = await site.open(`/kiosk/${cup.tournament}`, { width: 320, touch: true })
    await expectNoSidewaysScroll(page)
    await titleOf(page).getByText('Billfish').waitFor()
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.clock.install()
    await page.clock.runFor(60_000)
    await page.getByText(/^Boats 1–/).waitFor()
    expect(await titleOf(page).textContent()).toBe('Billfish')
    for (let n = 0; n < 5 && (await titleOf(page).textContent()) === 'Billfish'; n++)
      await page.keyboard.press('ArrowRight')
    expect(await titleOf(page).textContent()).toBe('Daily Tuna · Friday')
    await page.getByText(/^Fish 1–\d+ of 13$/).waitFor()
  })
})

test('the leaderboard without rules shows a captain whole beside a long weight on a phone', async () => {
  const start = Date.now() - 5 * hour
  const boats = {
    'Reel Deal': { fish: [weighInOf('Blue Marlin', 1412.25, 20)] },
    'Sea Esta': {},
    Solo: {},
    Duo: {},
  }
  const { tournament } = await addRuledTournament(site.db, { start, rules: null, by: olga.userId }, boats)
  const page = await site.open(`/tournament/${tournament}`, { member: bo, width: 360 })
  expect(await disclosureNames(page)).toContainEqual(
    expect.stringMatching(/Reel Deal Captain: Ana Reyes 1,412.25 lbs Blue Marlin/),
  )
  const captain = page.locator('summary').filter({ hasText: 'Reel Deal' }).getByText('Captain: Ana Reyes')
  const cut = await captain.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight,
  )
  expect(cut).toBe(false)
  await expectNoSidewaysScroll(page)
})
