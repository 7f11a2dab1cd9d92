import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { makeGate } from '#server/people/gate/index.ts'
import {
  eventually,
  expectAccessible,
  expectAccessibleEverywhere,
  expectClean,
  expectNoSidewaysScroll,
  type PageOptions,
  ready,
  receiptOf,
  type Site,
  serveSite,
  untilText,
  visit,
} from '../support/browser.ts'
import { addEntry, addTournament, pastDates, placeValues } from '../support/factories.ts'
import { changeRows } from '../support/rows.ts'
import { countTaps } from '../support/taps.ts'

const sitePassword = 'herring'
const open = serveSite()
const gatedSite = serveSite({ gate: sitePassword })

interface Scene {
  tournament: TournamentId
  entry: EntryId
  /** Path of the boat's page. */
  boatPath: string
}
const scenes = new Map<Site, Scene>()

beforeAll(async () => {
  for (const site of [open, gatedSite]) {
    const tournament = await addTournament(site.db, {
      name: 'White Marlin Open',
      prize_pool_cents: 12_500_000,
    })
    const enter = (name: string, raisedCents = 0) =>
      addEntry(site.db, { tournament_id: tournament, current_funding_cents: raisedCents }, { name })
    const entry = await enter('Reel Deal')
    await enter('Miss Behavin')
    await enter('Second Mortgage', 1_000_000)
    const { boat_id } = await site.db
      .selectFrom('entries')
      .select('boat_id')
      .where('id', '=', entry)
      .executeTakeFirstOrThrow()
    scenes.set(site, { tournament, entry, boatPath: `/boat/${boat_id}` })
  }
})

function sceneOf(site: Site): Scene {
  const scene = scenes.get(site)
  if (!scene) throw new Error('the site has no scene')
  return scene
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const boats = (page: Page) => page.getByRole('region', { name: 'Pick a boat' }).getByRole('listitem')
const submit = (page: Page) => button(page, 'Fund $25')

/** Boat, amounts and the button of what to pay are there without scrolling; a focused field is not covered. */
async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 })
  const bounds = async (part: Locator) => {
    const box = await part.boundingBox()
    return { top: box?.y ?? 0, height: box?.height ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
  }
  expect((await bounds(page.getByRole('region', { name: 'Boat', exact: true }))).height).toBeLessThanOrEqual(
    122,
  )
  await page.getByText('≈ $125 if it wins it all', { exact: true }).waitFor()
  const bar = await bounds(submit(page))
  expect(bar.bottom).toBeLessThanOrEqual(640)
  const amounts = await bounds(page.getByRole('group', { name: 'Choose an amount' }))
  expect(amounts.bottom).toBeLessThan(bar.top)
  await page.getByLabel('Custom amount').focus()
  await page.keyboard.press('Tab')
  const message = await bounds(page.getByLabel('Message for the Captain'))
  expect(message.bottom).toBeLessThan((await bounds(submit(page))).top)
}

let people = 0

interface Start {
  from: string
  site: Site
  path: () => string
  taps: number
}

const passOf = (site: Site, tournament: string) => makeGate(sitePassword, site.deps.keys).passOf(tournament)

const starts: readonly Start[] = [
  { from: 'a boat’s code', site: open, path: () => `${sceneOf(open).boatPath}?from=qr`, taps: 6 },
  {
    from: 'a boat’s code with a pass of the locked site',
    site: gatedSite,
    path: () => {
      const { tournament, boatPath } = sceneOf(gatedSite)
      return `${boatPath}?from=qr&pass=${tournament}.${passOf(gatedSite, tournament)}`
    },
    taps: 6,
  },
  {
    from: 'the dock’s code',
    site: open,
    path: () => `/tournament/${sceneOf(open).tournament}?from=qr`,
    taps: 6,
  },
  {
    from: 'the dock’s code with a pass of the locked site',
    site: gatedSite,
    path: () => {
      const { tournament } = sceneOf(gatedSite)
      return `/tournament/${tournament}?from=qr&pass=${passOf(gatedSite, tournament)}`
    },
    taps: 6,
  },
  {
    from: 'the dock’s code without one',
    site: gatedSite,
    path: () => `/tournament/${sceneOf(gatedSite).tournament}?from=qr`,
    taps: 7,
  },
]
const devices: readonly [string, PageOptions][] = [
  ['a phone', { width: 360, height: 640, touch: true }],
  ['a desktop', { width: 1280 }],
]

describe('a new account backs a boat with one password', () => {
  for (const { from, site, path, taps: expected } of starts)
    test.each(devices)(`from ${from} in ${expected} taps, on %s`, async (_name, options) => {
      const page = await site.open(path(), options)
      const { tap, type, taps } = countTaps(page)
      if (expected === 7) {
        await type('Password', sitePassword)
        await tap(button(page, 'Unlock Site'))
        await page.getByRole('heading', { name: 'Pick a boat' }).waitFor()
      }
      await expectNoSidewaysScroll(page)
      const isPicked = from.startsWith('the dock')
      const amount = (isPicked ? boats(page).filter({ hasText: 'Reel Deal' }) : page).getByRole('link', {
        name: '$25',
        exact: true,
      })
      if (isPicked) {
        await eventually(page.getByRole('heading', { level: 3 })).toHaveText(['Miss Behavin', 'Reel Deal'])
        const box = await amount.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640)
      }
      await tap(amount)
      await page.getByRole('heading', { name: 'Create an account' }).waitFor()
      await ready(page)
      const subject = page.getByRole('region', { name: 'Where you are going' })
      await subject.getByText('Fund Reel Deal').waitFor()
      people += 1
      await type('First name', 'Nora')
      await type('Last name', 'Finch')
      await type('Email', `nora${people}@example.com`)
      await type('Password', 'marlin-2026')
      await tap(button(page, 'Create account and continue'))
      await page.waitForURL(url => url.pathname.startsWith('/funding/'))
      await ready(page)
      await untilText(page, 'Account created!')
      if (options.touch === true) await expectFitsPhone(page)
      await tap(submit(page))
      await receiptOf(page).waitFor()
      expect(taps()).toBe(expected)
      const backer = await site.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', `nora${people}@example.com`)
        .executeTakeFirstOrThrow()
      const fundings = await site.db
        .selectFrom('fundings')
        .select(['entry_id', 'amount_cents', 'status'])
        .where('backer_id', '=', backer.id)
        .execute()
      expect(fundings).toEqual([{ entry_id: sceneOf(site).entry, amount_cents: 2500, status: 'completed' }])
    })
})

test('the dock’s board with a pass leads its organiser to the boats’ codes with the same pass', async () => {
  const { tournament, boatPath } = sceneOf(gatedSite)
  const { organiser_id: userId } = await gatedSite.db
    .selectFrom('tournaments')
    .select('organiser_id')
    .where('id', '=', tournament)
    .executeTakeFirstOrThrow()
  const member = await gatedSite.addMember()
  await changeRows(gatedSite.db, 'tournaments', { organiser_id: member.userId }, { organiser_id: userId })
  const page = await gatedSite.open(`/tournament/${tournament}/board?with=pass`, { member, width: 320 })
  await page.getByLabel('Password').first().fill(sitePassword)
  await button(page, 'Unlock Site').click()
  const codes = page.getByRole('navigation', { name: 'QR codes of the boats' })
  await codes.getByRole('link', { name: 'Second Mortgage' }).waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  expect(await codes.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await codes.getByRole('link', { name: 'Reel Deal' }).click()
  await page.waitForURL(url => url.pathname === `${boatPath}/poster`)
  await untilText(page, 'Until the tournament ends, the QR code opens this site without its password.')
  const code = page.getByRole('img', { name: 'QR code of the page of Reel Deal' })
  expect(
    await code.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
  ).toBe(true)
})

describe('the page to pick a boat', () => {
  test('works without JavaScript, and leads to the sign-up with the amount', async () => {
    const { tournament, entry } = sceneOf(open)
    const page = await open.open(`/tournament/${tournament}?from=qr`, { width: 360, script: false })
    await boats(page).filter({ hasText: 'Reel Deal' }).getByRole('link', { name: '$50', exact: true }).click()
    const next = `/funding/${entry}?amount=50&from=qr`
    const path = `/login?mode=signup&next=${encodeURIComponent(next)}`
    await page.waitForURL(open.url + path)
    await expectAccessibleEverywhere(await open.open(path), 'sign-up-to-fund')
    for (const [label, value] of [
      ['First name', 'Nora'],
      ['Last name', 'Finch'],
      ['Email', 'plain@example.com'],
      ['Password', 'marlin-2026'],
    ] as const)
      await page.getByLabel(label).first().fill(value)
    await button(page, 'Create account and continue').click()
    await page.waitForURL(open.url + next)
    await eventually(page.getByLabel('Custom amount')).toHaveValue('50')
  })

  test('says when no boat takes fundings; 404 for a missing tournament', async () => {
    const tournament = await addTournament(open.db, pastDates())
    await addEntry(open.db, { tournament_id: tournament })
    const page = await open.open(`/tournament/${tournament}/boats`)
    await untilText(page, 'No boat takes fundings at the moment.')
    await expectAccessible(page)
    await visit(page, `${open.url}/tournament/nope?from=qr`)
    await page.getByRole('heading', { name: 'Tournament Not Found' }).waitFor()
    expectClean(page, /404/)
  })

  test('with 60 boats is below 90 KB, lists them by number, and finds one', async () => {
    const tournament = await addTournament(open.db, { name: 'Big Rock' })
    for (let n = 1; n <= 60; n++)
      await addEntry(
        open.db,
        { tournament_id: tournament, ...placeValues(n, 500 - n) },
        { name: `Boat ${n}` },
      )
    const html = await (await fetch(`${open.url}/tournament/${tournament}/boats?from=qr`)).text()
    expect(html.split('Captain:').length).toBe(61)
    expect(html).toContain('Backers share 40% of winnings · 1st · 499 lbs Wahoo')
    expect(html.length).toBeLessThan(90_000)

    const page = await open.open(`/tournament/${tournament}/boats?from=qr`, { width: 360, script: false })
    expect(await boats(page).locator('h3').nth(9).textContent()).toBe('Boat 10')
    const find = async (text: string) => {
      await page.getByLabel('Boat or captain').fill(text)
      await button(page, 'Search').click()
    }
    await find('oat 42')
    await page.waitForURL(/\?q=oat\+42&from=qr$/)
    expect(await boats(page).locator('h3').allTextContents()).toEqual(['Boat 42'])
    await find('Reel Deal')
    await page.getByText('No boat matches').waitFor()
    await expectAccessible(await open.open(`/tournament/${tournament}/boats?q=Reel`))
  })
})
