import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { hour, minute } from '#contract/time.ts'
import {
  axe,
  axeColors,
  eventually,
  expectNoSidewaysScroll,
  type Member,
  serveSite,
} from '../support/browser.ts'
import { addEntry, addTournament } from '../support/factories.ts'

const site = serveSite()
const startsAt = Date.now() - 6 * hour
let olga: Member
let cup: TournamentId
let empty: TournamentId
const boats = new Map<string, EntryId>()

const weigh = (boat: string, weight: number) =>
  site.ask(olga, 'POST', `/api/tournament-entries/${boats.get(boat)}/catches`, {
    species: 'Blue Marlin',
    weight,
  })

beforeAll(async () => {
  olga = await site.addMember({ firstName: 'Olga', lastName: 'Ruiz' })
  const facts = { organiser_id: olga.userId, starts_at: startsAt, ends_at: Date.now() + 24 * hour }
  cup = await addTournament(site.db, { name: 'White Marlin Open', ...facts })
  empty = await addTournament(site.db, { name: 'Quiet Cup', ...facts })
  await addEntry(site.db, { tournament_id: empty }, { name: 'Solo' })
  for (const name of ['Reel Deal', 'Sea Esta', 'Fin Addict'])
    boats.set(name, await addEntry(site.db, { tournament_id: cup }, { name }))
  await addEntry(site.db, { tournament_id: cup }, { name: 'Skunked' })
  const day: [string, number][] = [
    ['Sea Esta', 310],
    ['Reel Deal', 298.5],
    ['Fin Addict', 402.25],
    ['Reel Deal', 365],
  ]
  for (const [n, [boat, weight]] of day.entries()) {
    site.setNow(startsAt + (n + 1) * 50 * minute)
    await weigh(boat, weight)
  }
  site.setNow(startsAt + 5 * hour)
})

const path = () => `/tournament/${cup}/race`
const tower = (page: Page) => page.getByRole('region', { name: 'Standings' }).getByRole('listitem')

describe('the race', () => {
  test('has a tower with gaps and moves, and a chart, for visitors on a phone', async () => {
    const page = await site.open(path(), { width: 320, touch: true })
    await eventually(tower(page)).toHaveText([/Fin Addict/, /Reel Deal/, /Sea Esta/])
    await tower(page).nth(1).getByText('37.25 lbs behind the leader').waitFor()
    await tower(page).nth(2).getByText('down 2 places in the last hour').waitFor()
    await tower(page).nth(2).getByText('92.25 lbs behind the leader, 55 lbs behind the boat ahead').waitFor()
    await page.getByRole('img', { name: /3 leading boats over time. Fin Addict leads/ }).waitFor()
    await page.getByText('Not shown: 1 boat without a catch that counts.').waitFor()
    await expectNoSidewaysScroll(page)
    await axe(page, 'target-size')
    await page.emulateMedia({ colorScheme: 'dark' })
    await axeColors(page)
  })

  test('says that there are no fish yet, and is missing without a tournament', async () => {
    const page = await site.open(`/tournament/${empty}/race`)
    await page.getByText('The race begins with the first weigh-in.').waitFor()
    expect((await site.call(null, 'GET', '/tournament/nope/race')).status).toBe(404)
  })

  test('has its text without JavaScript', async () => {
    const page = await site.open(path(), { script: false })
    await eventually(tower(page).first()).toContainText('Fin Addict')
  })

  test('replays the day, pauses, and goes where its slider is moved', async () => {
    const page = await site.open(path())
    await page.getByText('· 4 of 4').waitFor()
    await page.clock.install()
    await page.getByRole('button', { name: 'Replay the Day' }).click()
    await page.getByText('· 1 of 4').waitFor()
    await eventually(tower(page)).toHaveText([/Sea Esta/])
    await page.clock.runFor(1600)
    await page.getByText('· 2 of 4').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(30_000)
    await page.getByText('· 2 of 4').waitFor()
    const slider = page.getByRole('slider', { name: 'Weigh-in shown' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('· 3 of 4').waitFor()
    await eventually(tower(page).first()).toContainText('Fin Addict')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.clock.runFor(2000)
    await page.getByText('· 4 of 4').waitFor()
    await page.getByRole('button', { name: 'Replay the Day' }).waitFor()
  })
})

describe('a new leader', () => {
  test('shows on phones and on the screen at once, with a picture to share', async () => {
    const phone = await site.open(path(), { width: 390, touch: true })
    const board = await site.open(`/tournament/${cup}`, { member: olga, width: 390, touch: true })
    const screen = await site.open(`/kiosk/${cup}`, { width: 1920, height: 1080 })
    await board.getByRole('link', { name: 'Race', exact: true }).waitFor()
    await site.untilWatched(phone, 3)
    // Not the first load.
    for (const page of [phone, board])
      await eventually(page.getByRole('region', { name: 'New leader' })).toHaveCount(0)
    await eventually(screen.locator('[data-takeover]')).toHaveCount(0)
    site.setNow(startsAt + 5.5 * hour)
    await weigh('Sea Esta', 431.75)
    await eventually(tower(phone)).toHaveText([/Sea Esta/, /Fin Addict/, /Reel Deal/])
    for (const page of [phone, board])
      await page
        .getByRole('region', { name: 'New leader' })
        .getByText('Sea Esta · 431.75 lbs · 29.5 lbs ahead')
        .waitFor()
    await eventually(screen.locator('[data-takeover]')).toContainText('29.5 lbs ahead')
    await axe(phone, 'target-size')

    const card = `/tournament/${cup}/race/${boats.get('Sea Esta')}`
    await phone.getByRole('region', { name: 'New leader' }).getByRole('link', { name: 'Picture' }).click()
    await phone.waitForURL(`**${card}`)
    const picture = phone.getByRole('img', {
      name: 'New leader of White Marlin Open: Sea Esta with 431.75 lbs',
    })
    await picture.waitFor()
    expect(
      await picture.evaluate((img: HTMLImageElement) =>
        img.decode().then(() => [img.naturalWidth, img.naturalHeight]),
      ),
    ).toEqual([1200, 630])
    const image = await phone.locator('meta[property="og:image"]').getAttribute('content')
    expect(image).toContain(`/og/lead/${cup}/${boats.get('Sea Esta')}.png?v=`)
  })

  test('the screen turns to the race, whole from 1024 to 3840 px', async () => {
    for (const [width, height] of [
      [1024, 768],
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      const screen = await site.open(`/kiosk/${cup}`, { width, height })
      await screen.getByRole('region', { name: 'Leaderboard' }).waitFor()
      await screen.keyboard.press('ArrowRight')
      const race = screen.getByRole('region', { name: 'Leaderboard' })
      await race.getByRole('heading', { name: 'The Race' }).waitFor()
      await race.getByRole('img', { name: 'The leading boats over time' }).waitFor()
      const cut = await race
        .locator('p')
        .evaluateAll(all =>
          all.filter(each => each.scrollWidth > each.clientWidth + 1).map(({ textContent }) => textContent),
        )
      expect(cut).toEqual([])
    }
  })
})
