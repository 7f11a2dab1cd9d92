import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import {
  axe,
  closePages,
  expectClean,
  expectNoSidewaysScroll,
  openPage,
  type Site,
  startSite,
} from '../support/browser.ts'
import { addEntry, addTournament } from '../support/marina.ts'

// Two slow cores start a browser in seconds; this is a net for hangs, not a measurement.
setDefaultTimeout(60_000)

const day = 86_400_000
const screen = { width: 1920, height: 1080 }

let site: Site
let empty: Site
const now = Date.parse('2026-11-21T12:00:00.000Z')
let openId: TournamentId
let winterId: TournamentId
const entries: EntryId[] = []

beforeAll(async () => {
  site = await startSite()
  empty = await startSite()
  site.setNow(now)
  openId = await addTournament(site.db, {
    name: 'White Marlin Open',
    startsAt: now - day,
    endsAt: now + 2.5 * day,
    prizePoolCents: 12_500_000,
  })
  for (let n = 1; n <= 12; n++)
    entries.push(
      await addEntry(site.db, openId, {
        boat: `Boat ${n}`,
        position: n,
        bestCatch: { weight: 400 - n, species: 'Blue Marlin' },
      }),
    )
  winterId = await addTournament(site.db, {
    name: 'Winter Cup',
    startsAt: now + 12.5 * day,
    endsAt: now + 14 * day,
  })
  await addEntry(site.db, winterId, { boat: 'Early Bird', fundingCents: 330_000 })
})
afterAll(async () => {
  for (const one of [site, empty]) await one.stop()
})
afterEach(closePages)

const board = (page: Page) => page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')
const boats = (page: Page) =>
  board(page).locator('p:first-child').filter({ hasText: /^Boat/ }).allTextContents()

describe('the screen', () => {
  test('a visitor sees what is on: the tournament, its time and prize, as many boats as fit, its code', async () => {
    const page = await openPage(site, '/kiosk', screen)
    await page.getByRole('heading', { level: 1, name: 'White Marlin Open' }).waitFor()
    for (const text of ['2 d 12 h left', '$125,000', 'Boats 1–7 of 12', 'Scan to back a boat'])
      await page.getByText(text, { exact: true }).waitFor()
    expect(await boats(page)).toEqual(['Boat 1', 'Boat 2', 'Boat 3', 'Boat 4', 'Boat 5', 'Boat 6', 'Boat 7'])
    const code = page.getByRole('img', { name: 'QR code of the page of White Marlin Open' })
    expect(
      await code.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
    ).toBe(true)
    // Letters of a boat's name: five metres on a screen of 43 inches ask for 25 mm, cap height to cap height.
    const size = await board(page)
      .first()
      .locator('p')
      .first()
      .evaluate(row => Number.parseFloat(getComputedStyle(row).fontSize))
    expect(size).toBeGreaterThanOrEqual(56)
    expectClean(page)
  })

  test('turns its pages by itself, stops when it is told to, and is turned by the arrow keys', async () => {
    const page = await openPage(site, `/kiosk/${openId}`, screen)
    await page.getByText('Boats 1–7 of 12').waitFor()
    await page.clock.install()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Boats 8–12 of 12').waitFor()
    expect(await boats(page)).toEqual(['Boat 8', 'Boat 9', 'Boat 10', 'Boat 11', 'Boat 12'])
    await page.clock.runFor(13_000)
    await page.getByText('Boats 1–7 of 12').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(60_000)
    await page.getByText('Boats 1–7 of 12').waitFor()
    expectClean(page)
  })

  test('before the start: what each boat has raised', async () => {
    const page = await openPage(site, `/kiosk/${winterId}`, screen)
    await page.getByText('Starts in 12 d 12 h').waitFor()
    expect(await board(page).allInnerTexts()).toEqual([expect.stringContaining('33%')])
    await page.getByText('No updates yet').waitFor()
    expectClean(page)
  })

  test('404: a tournament that is not there, with the way to what is on', async () => {
    const page = await openPage(site, '/kiosk/nope', screen)
    await page.getByText('Tournament Not Found').waitFor()
    expect(await page.getByRole('link', { name: 'What is on now' }).getAttribute('href')).toBe('/kiosk')
    await axe(page)
    expectClean(page, /404/)
  })

  test('nothing yet: says so', async () => {
    const page = await openPage(empty, '/kiosk', screen)
    await page.getByText('No rankings yet').waitFor()
    await axe(page)
    expectClean(page)
  })
})

describe('every size', () => {
  for (const [width, height] of [
    [1920, 1080],
    [1080, 1920],
    [1280, 720],
    [768, 1024],
    [360, 740],
  ] as const)
    for (const theme of ['light', 'dark'] as const)
      test(`is clean at ${width} × ${height}, ${theme}`, async () => {
        const page = await openPage(site, '/kiosk', { width, height, theme })
        await axe(page)
        await expectNoSidewaysScroll(page)
        const rows = await board(page).count()
        if (width < 1024) expect(rows).toBe(12)
        // Nothing is cut off: neither the screen scrolls, nor is a row half in sight.
        else expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
        expectClean(page)
      })
})
