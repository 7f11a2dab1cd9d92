import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { Boat } from '#contract/boats/boats.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import {
  axe,
  errorsOf,
  eventually,
  expectAccessible,
  expectClean,
  expectFocused,
  expectNoSidewaysScroll,
  expectTexts,
  markAnimations,
  openRow,
  ready,
  reload,
  serveSite,
  toasts,
  untilText,
  visit,
} from '../support/browser.ts'
import { addAnnouncement, addBoat, addEntry, addTournament } from '../support/factories.ts'
import { dot } from '../support/picture.ts'
import { changeRows } from '../support/rows.ts'
import { addSeason, seasonNow } from '../support/season.ts'
import { withdrawEntry } from '../support/states.ts'

const site = serveSite()
const empty = serveSite()
let activeId: TournamentId
let upcomingId: TournamentId
let pastId: TournamentId

/** Returns the height of the head, from the site's header to the links to the page's parts. */
async function headOf(page: Page): Promise<number> {
  const top = await page.getByRole('banner').boundingBox()
  const parts = await page.getByRole('navigation', { name: 'On this page' }).boundingBox()
  return (parts?.y ?? 0) - ((top?.y ?? 0) + (top?.height ?? 0))
}

beforeAll(async () => {
  ;({ active: activeId, upcoming: upcomingId, past: pastId } = await addSeason(site))
  await addEntry(
    site.db,
    {
      tournament_id: activeId,
      current_position: 2,
      best_catch: JSON.stringify({ weight: 388, species: 'Blue Marlin' }),
      current_funding_cents: 1_000_000,
      backer_count: 41,
    },
    { name: 'Knot Today', captain_name: 'Dana Okafor' },
  )
  await addEntry(site.db, { tournament_id: activeId }, { name: 'Late Start', captain_name: 'Ida Brandt' })
  await addEntry(site.db, { tournament_id: pastId }, { name: 'Old Salt' })
})

describe('boats', () => {
  test('an empty list links to adding the first boat', async () => {
    const page = await empty.open('/boats', { signedIn: true })
    const mine = page.getByRole('region', { name: 'My Boats' })
    await mine.getByText('No boats yet', { exact: true }).waitFor()
    for (const name of ['Add a Boat', 'Add Your First Boat'])
      expect(await mine.getByRole('link', { name }).getAttribute('href')).toBe('/add-boat')
  })

  test('own boats come first, then others, each with its captain', async () => {
    const member = await site.addMember()
    await site.ask(member, 'POST', '/api/boats', {
      name: 'Second Mortgage',
      captainName: 'Theo Vance',
      description: 'Light tackle, heavy luck.',
    })
    const page = await site.open('/boats', { member })
    const mine = page.getByRole('region', { name: 'My Boats' })
    await openRow(mine, 'Second Mortgage')
    await eventually(mine.getByRole('heading', { level: 3 })).toHaveText([
      'Second Mortgage',
      // Tournaments that it can enter.
      'White Marlin Open',
      'Winter Cup',
    ])
    await expectTexts(mine, 'Captain: Theo Vance', 'Light tackle, heavy luck.')
    const others = page.getByRole('region', { name: 'All Tournament Boats' })
    await eventually(others.getByRole('heading', { name: 'Reel Deal' })).toHaveCount(1)
    await eventually(others.getByRole('heading', { name: 'Second Mortgage' })).toHaveCount(0)
  })
})

describe('adding a boat', () => {
  async function submitBoat(page: Page, name: string, captain: string): Promise<void> {
    await page.getByLabel('Boat Name').fill(name)
    await page.getByLabel('Captain Name').fill(captain)
    await page.getByRole('main').getByRole('button', { name: 'Add Boat' }).click()
  }

  test('shows errors of the form, the server, the network and a picture at their fields, focuses the first, and keeps typed values', async () => {
    const page = await empty.open('/add-boat', { signedIn: true, width: 360 })
    await page.getByLabel('Description').fill('Out of Pier 7.')
    await page.getByRole('main').getByRole('button', { name: 'Add Boat' }).click()
    expect(await errorsOf(page.getByRole('main'))).toEqual([
      'Boat name is required',
      'Captain name is required',
    ])
    await expectFocused(page.getByLabel('Boat Name'))
    await eventually(page.getByLabel('Description')).toHaveValue('Out of Pier 7.')
    await page.getByLabel('Boat Name').fill('x'.repeat(256))
    await page.getByLabel('Captain Name').fill('x'.repeat(256))
    await page.getByRole('main').getByRole('button', { name: 'Add Boat' }).click()
    expect(await errorsOf(page.getByRole('main'))).toEqual(['Name is too long', 'Name is too long'])
    await axe(page)

    await submitBoat(page, 'Reel\u202eDeal', 'Ana Reyes')
    await page.getByLabel('Boat Name').and(page.locator('[aria-invalid=true]')).waitFor()
    expect(await errorsOf(page.getByRole('main'))).toEqual([
      'Remove invisible characters and marks that change the direction of text',
    ])
    await eventually(page.getByLabel('Captain Name')).toHaveValue('Ana Reyes')
    expectClean(page, /status of 400/)

    await page.route('**/api/boats', route => route.abort('connectionfailed'))
    await submitBoat(page, 'Reel Deal', 'Ana Reyes')
    await page.getByRole('main').getByText('Failed to add boat. Please try again.').waitFor()
    await page
      .getByRole('status')
      .or(page.getByRole('alert'))
      .getByText('Failed to add boat')
      .first()
      .waitFor()
    await eventually(page.getByLabel('Boat Name')).toHaveValue('Reel Deal')
    expectClean(page, /api\/boats/)

    await page.locator('input[type=file]').setInputFiles({
      name: 'boat.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    })
    await page
      .getByRole('main')
      .getByRole('alert')
      .getByText('This file is not a picture we can show. Use a JPEG, PNG or WebP.')
      .waitFor()
  })

  test('Cancel returns to the boats', async () => {
    const page = await empty.open('/add-boat', { signedIn: true })
    expect(await page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/boats')
    await visit(page, `${empty.url}/add-boat?tournament=a/b`)
    expect(await page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/tournament/a%2Fb')
  })

  test('a boat with a picture appears on the boats page with a confirmation', async () => {
    const page = await empty.open('/add-boat', { signedIn: true })
    await page.getByLabel('Boat Name').fill('Reel Deal')
    await page.getByLabel('Captain Name').fill('Ana Reyes')
    await page.locator('input[type=file]').setInputFiles(dot)
    await page.getByRole('img', { name: 'Chosen' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Add Boat' }).click()
    await page.waitForURL('**/boats')
    await untilText(page, 'Your boat has been added successfully.')
    const card = page.getByRole('region', { name: 'My Boats' }).getByRole('listitem')
    await eventually(card.getByText('Captain: Ana Reyes')).toHaveCount(1)
    await eventually(card.getByText('Not in a tournament yet.')).toHaveCount(1)
    await page
      .getByRole('region', { name: 'Enter It in a Tournament' })
      .getByText('No tournament takes boats now.')
      .waitFor()
    expect(await card.locator('img').getAttribute('src')).toMatch(/^\/images\/.+\.webp$/)
  })
})

describe('creating a tournament', () => {
  const submit = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: 'Create Tournament' }).click()

  test('shows all errors at their fields at once, then those of the server, and keeps typed values', async () => {
    const page = await empty.open('/create-tournament', { signedIn: true })
    await submit(page)
    expect(await errorsOf(page.getByRole('main'))).toEqual([
      'Tournament name is required',
      'Start date is required',
      'End date is required',
    ])
    await page.getByLabel('Tournament Name').fill('   ')
    await page.getByLabel('Start Date').fill('2026-12-01T10:00')
    await page.getByLabel('End Date').fill('2026-12-01T10:00')
    await submit(page)
    expect(await errorsOf(page.getByRole('main'))).toEqual([
      'Tournament name is required',
      'End date must be after start date',
    ])
    await eventually(page.getByLabel('Start Date')).toHaveValue('2026-12-01T10:00')
    await axe(page)

    await page.getByLabel('Tournament Name').fill('Far Away Open')
    await page.getByLabel('End Date').fill('9999-12-01T10:00')
    await submit(page)
    await page.getByLabel('End Date').and(page.locator('[aria-invalid=true]')).waitFor()
    expect(await errorsOf(page.getByRole('main'))).toEqual(['Dates must be between 2000 and 2100'])
    expectClean(page, /status of 400/)

    await page.route('**/api/tournaments', route => route.fulfill({ status: 500, body: 'oops' }))
    await page.getByLabel('Tournament Name').fill('Winter Cup')
    await page.getByLabel('End Date').fill('2026-12-02T10:00')
    await submit(page)
    await untilText(page, 'Failed to create tournament. Please try again.')
    await untilText(page, 'Error')
    await eventually(page.getByLabel('Tournament Name')).toHaveValue('Winter Cup')
    expectClean(page, /status of 500/)
  })

  test('the end follows the start until it is entered', async () => {
    const page = await empty.open('/create-tournament', { signedIn: true, width: 390 })
    const [start, end] = [page.getByLabel('Start Date'), page.getByLabel('End Date')]
    await submit(page)
    await start.fill('2026-12-01T10:00')
    await eventually(end).toHaveValue('2026-12-02T10:00')
    expect(await errorsOf(page.getByRole('main'))).toEqual(['Tournament name is required'])
    await start.fill('2026-12-31T07:30')
    await eventually(end).toHaveValue('2027-01-01T07:30')
    await reload(page)
    await eventually(end).toHaveValue('2027-01-01T07:30')
    await start.fill('2027-02-01T07:30')
    await eventually(end).toHaveValue('2027-02-02T07:30')
    await end.fill('2027-02-05T18:00')
    await start.fill('2027-02-03T07:30')
    await eventually(end).toHaveValue('2027-02-05T18:00')
    await reload(page)
    await eventually(start).toHaveValue('2027-02-03T07:30')
    expect(await end.inputValue()).toBe('2027-02-05T18:00')
  })

  test('an error’s toast covers neither header nor title, and stays on its page', async () => {
    const page = await empty.open('/create-tournament', { signedIn: true, width: 390, height: 844 })
    await page.route('**/api/tournaments', route =>
      route.fulfill({ status: 500, json: { message: 'The disk is full.', error: 'internal' } }),
    )
    await page.getByLabel('Tournament Name').fill('Far Away Open')
    await page.getByLabel('Start Date').fill('2027-12-01T10:00')
    const toast = toasts(page)
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await submit(page)
      await toast.getByText('Error', { exact: true }).waitFor()
      await page.evaluate(() => scrollTo(0, 0))
      const [over, title] = [
        await toast.boundingBox(),
        await page.getByRole('heading', { level: 1 }).boundingBox(),
      ]
      expect(over?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
      expect((over?.y ?? 0) + (over?.height ?? 0)).toBeGreaterThan(height - 40)
      if (width === 1280) continue
      await toast.getByRole('button', { name: 'Close' }).click()
      await toast.waitFor({ state: 'detached' })
    }
    await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL(`${empty.url}/`)
    await ready(page)
    await eventually(toast).toHaveCount(0)
    expectClean(page, /status of 500/)
  })

  test('a new tournament appears on the home page; its dates use the organiser’s time zone', async () => {
    const page = await site.open('/create-tournament', { signedIn: true, zone: 'America/New_York' })
    const zones = page.getByText('Eastern Time', { exact: true }).filter({ visible: true })
    await zones.nth(1).waitFor()
    await eventually(zones).toHaveCount(2)
    await page.getByLabel('Tournament Name').fill('Bluefin Blitz')
    await page.getByLabel('Location').fill('Pier 7')
    await page.getByLabel('Start Date').fill('2026-12-01T10:00')
    await page.getByLabel('End Date').fill('2026-12-03T18:00')
    await page.getByLabel('Prize Pool').fill('1250.5')
    await submit(page)
    await page.waitForURL(/\/tournament\/[^/]+$/)
    await untilText(page, 'Tournament created successfully.')
    await visit(page, `${site.url}/`)
    const card = page.getByRole('region', { name: 'Upcoming Tournaments' }).getByRole('article', {
      name: 'Bluefin Blitz',
    })
    await card.getByText('$1,250.50').waitFor()
    const row = await site.db
      .selectFrom('tournaments')
      .select(['starts_at', 'funding_closes_at'])
      .where('name', '=', 'Bluefin Blitz')
      .executeTakeFirstOrThrow()
    expect(new Date(row.starts_at).toISOString()).toBe('2026-12-01T15:00:00.000Z')
    // Recommended, and preselected.
    expect(row.funding_closes_at).toBe(row.starts_at)
  })

  test('funding closes at a chosen time, which can be moved until it has passed', async () => {
    const organiser = await site.addMember()
    const page = await site.open('/create-tournament', { member: organiser, width: 360, zone: 'UTC' })
    await page.getByLabel('Tournament Name').fill('Wahoo Weekend')
    await page.getByLabel('Start Date').fill('2030-12-01T10:00')
    await page.getByLabel('End Date').fill('2030-12-03T18:00')
    await page.getByRole('radio', { name: 'At a chosen time' }).check()
    await submit(page)
    await page.getByText(fieldTexts.closingRequired).waitFor()
    await page.getByLabel('Funding Closes At').fill('2030-12-02T08:00')
    await axe(page)
    await submit(page)
    await page.waitForURL(/\/tournament\/[^/]+$/)
    const row = await site.db
      .selectFrom('tournaments')
      .select(['id', 'funding_closes_at'])
      .where('name', '=', 'Wahoo Weekend')
      .executeTakeFirstOrThrow()
    expect(row.funding_closes_at).toBe(Date.parse('2030-12-02T08:00:00Z'))

    await visit(page, `${site.url}/tournament/${row.id}/manage?section=settings`)
    await page.getByRole('radio', { name: 'Now', exact: true }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await untilText(page, 'Everybody sees the changes now.')
    site.setNow(seasonNow + 60_000)
    await reload(page)
    await page.getByText('Funding is closed.', { exact: true }).waitFor()
    await axe(page)
    site.setNow(seasonNow)
  })
})

describe('tournament detail', () => {
  test('404 for a missing tournament, in the HTML', async () => {
    const member = await site.addMember()
    for (const id of ['nope', '00000000-0000-7000-8000-000000000000']) {
      const response = await site.call(member, 'GET', `/tournament/${id}`)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain('<title>Tournament Not Found · Reelstake</title>')
      for (const text of [
        'Tournament Not Found',
        'The tournament you&#x27;re looking for doesn&#x27;t exist.',
      ])
        expect(html).toContain(text)
    }
    const page = await site.open('/tournament/nope', { signedIn: true })
    expect(await page.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
    await axe(page)
    expectClean(page, /status of 404/)
  })

  test('shows its name as the title, its facts and boats, dates in the viewer’s time zone, a calendar file and a link to share', async () => {
    const member = await site.addMember()
    const path = `/tournament/${activeId}`
    const page = await site.open(path, { member, zone: 'America/New_York' })
    expect(await page.title()).toBe('White Marlin Open · Reelstake')
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'White Marlin Open' }).waitFor()
    await expectTexts(main, 'Live', 'Five days offshore for the biggest white marlin of the season.')
    const stats = page.getByRole('region', { name: 'Tournament Stats' })
    await eventually(stats.getByRole('definition')).toHaveText(['3', '$17,300', '$125,000'])
    const details = page.getByRole('region', { name: 'Tournament Details' })
    await eventually(details.getByRole('term')).toHaveText(['Started', 'Ends', 'Location'])
    await eventually(details.getByText('Ocean City, Maryland')).toHaveCount(1)
    const html = await (await site.call(member, 'GET', path)).text()
    expect(html).toContain('Nov 20, 2026, 12:00 PM UTC')
    await details.getByText('Nov 20, 2026, 7:00 AM', { exact: true }).waitFor()
    await details.getByText('Times are in Eastern Time.', { exact: true }).waitFor()

    const boats = page.getByRole('region', { name: 'Participating Boats' })
    await eventually(boats.getByRole('heading', { level: 3 })).toHaveText([
      'Reel Deal',
      'Knot Today',
      'Late Start',
    ])
    const [first, second] = [boats.getByRole('listitem').nth(0), boats.getByRole('listitem').nth(1)]
    await eventually(first.getByText('Captain: Caspar Ruiz')).toHaveCount(1)
    await eventually(first.getByRole('img', { name: '1st place' })).toHaveCount(1)
    expect(await first.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '73% funded, $7,300 of $10,000',
    )
    expect(await first.getByRole('link', { name: 'Fund This Boat' }).getAttribute('href')).toMatch(
      /^\/funding\/.+/,
    )
    await eventually(second.getByRole('link', { name: 'Fund This Boat' })).toHaveCount(0)
    await eventually(second.getByText('Fully Funded')).toHaveCount(1)

    await page.getByRole('button', { name: 'More actions' }).click()
    const href = await page.getByRole('link', { name: 'Add to Calendar' }).getAttribute('href')
    await page.keyboard.press('Escape')
    const calendar = await site.call(member, 'GET', href ?? '')
    expect(await calendar.text()).toContain('SUMMARY:White Marlin Open')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share' }).click()
    await untilText(page, 'Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.url}/tournament/${activeId}`,
    )
  })

  test('a captain comes from the boats to the form, with the boat chosen', async () => {
    const captain = await site.addMember()
    await addBoat(site.db, { owner_id: captain.userId, name: 'Knot Today' })
    const boat = await addBoat(site.db, { owner_id: captain.userId, name: 'Reel Deal' })
    const ladyLuck = { owner_id: captain.userId, name: 'Lady Luck' }
    const entry = await addEntry(site.db, { tournament_id: upcomingId }, ladyLuck)
    const page = await site.open('/boats', { member: captain, width: 360 })
    const offer = page.getByRole('region', { name: 'Enter It in a Tournament' })
    await offer
      .getByRole('link', { name: /^Enter a Boat/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Enter a Boat' })
    await eventually(dialog.getByRole('combobox', { name: 'Boat' })).toHaveValue(/.+/)
    await page.goto(`${site.url}/tournament/${activeId}?enter=${boat}`)
    await eventually(dialog.getByRole('combobox', { name: 'Boat' })).toHaveValue(boat)
    await axe(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The upcoming tournament is without boats again.
    await withdrawEntry(site.db, entry)
  })

  test('phones show one action, Enter a Boat, Follow, Share and the rest in a sheet; its parts have links', async () => {
    const page = await site.open(`/tournament/${activeId}`, { signedIn: true, width: 320 })
    const names = page.locator('main').getByRole('button').or(page.locator('main').getByRole('link'))
    const first = ['Back a Boat', 'Enter a Boat', 'Follow White Marlin Open', 'Share', '']
    expect((await names.allTextContents()).slice(0, 5)).toEqual(first)
    const boxes = await Promise.all((await names.all()).slice(0, 5).map(each => each.boundingBox()))
    expect(new Set(boxes.map(box => box?.y)).size).toBe(2)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('link', { name: 'Add to Calendar' }).waitFor()
    const code = page.getByRole('link', { name: 'QR Code' })
    expect(await code.getAttribute('href')).toBe(`/tournament/${activeId}/board`)
    const screen = page.getByRole('link', { name: 'Open on a big screen' })
    expect(await screen.getAttribute('href')).toBe(`/kiosk/${activeId}`)
    await axe(page)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'Add to Calendar' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Enter a Boat' }).click()
    await page.getByRole('dialog', { name: 'Enter a Boat' }).getByRole('link').waitFor()
    await page.keyboard.press('Escape')
    const parts = page.getByRole('navigation', { name: 'On this page' })
    const hrefs = await parts.getByRole('link').evaluateAll(all => all.map(each => each.getAttribute('href')))
    await eventually(page.locator(hrefs.join())).toHaveCount(4)
    await expectNoSidewaysScroll(page)
  })

  test('the head leaves most of a phone to the leaders, also with a long description, which opens', async () => {
    const id = await addTournament(site.db, {
      name: 'White Marlin Open',
      description: 'Five days offshore, for marlin, tuna, dolphin and wahoo. '.repeat(8),
      location: 'Harbour Island Marina',
      prize_pool_cents: 12_500_000,
    })
    const page = await site.open(`/tournament/${id}`, { signedIn: true, width: 390 })
    const height = await headOf(page)
    expect(height).toBeLessThanOrEqual(300)
    await page.getByText('Five days offshore').click()
    expect(await headOf(page)).toBeGreaterThan(height + 100)
    await addEntry(site.db, { tournament_id: id })
    const organiser = await site.addMember()
    await changeRows(site.db, 'tournaments', { organiser_id: organiser.userId }, { id })
    for (const reader of [await site.addMember(), organiser]) {
      await page.context().addCookies([reader.cookie])
      await reload(page)
      await page.getByRole('navigation', { name: 'On this page' }).waitFor()
      expect(await headOf(page)).toBeLessThanOrEqual(300)
    }
  })

  test('no focused boat hides below the bar of the page, going back by keyboard', async () => {
    const tournament_id = await addTournament(site.db)
    for (let n = 0; n < 12; n++) await addEntry(site.db, { tournament_id }, { name: `Boat ${n}` })
    const page = await site.open(`/tournament/${tournament_id}`, { signedIn: true, height: 500 })
    const bar = await page.getByRole('navigation', { name: 'On this page' }).boundingBox()
    const rows = page.locator('#boats').getByRole('listitem')
    await eventually(rows).toHaveCount(12)
    await rows.last().locator('a, summary').first().focus()
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press('Shift+Tab')
      const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
      // The header's height, at which the bar sticks.
      expect(top).toBeGreaterThanOrEqual(64 + (bar?.height ?? 0) - 1)
    }
  })

  test('announcements are a line each and open without JavaScript; empty sections are a line', async () => {
    const tournament_id = await addTournament(site.db, {
      starts_at: seasonNow + day,
      ends_at: seasonNow + 2 * day,
    })
    const content = 'Weigh-in until 8 PM tonight. Park at the ferry, because the pier is full. '.repeat(4)
    for (const pinned of [1, 0] as const) await addAnnouncement(site.db, { tournament_id, content, pinned })
    const page = await site.open(`/tournament/${tournament_id}`, {
      signedIn: true,
      width: 390,
      script: false,
    })
    const lines = page.getByRole('region', { name: 'Announcements' }).getByRole('listitem')
    await eventually(lines).toHaveCount(2)
    const height = async () => (await lines.first().boundingBox())?.height
    expect(await height()).toBeLessThanOrEqual(52)
    await lines.first().getByText('Pinned').click()
    expect(await height()).toBeGreaterThan(150)
    await lines.first().getByText('Announced').waitFor()
    for (const [name, text] of [
      ['Participating Boats', 'No boats registered yet.'],
      ['Live Updates', 'No updates yet. Tournament updates will appear here once boats start posting'],
      ['Videos', 'No videos available yet'],
    ] as const) {
      const section = page.getByRole('region', { name })
      await section.getByText(text).waitFor()
      expect((await section.boundingBox())?.height).toBeLessThan(120)
    }
  })

  test('a past tournament begins with its podium, and folds the boats without a place', async () => {
    const past = { starts_at: seasonNow - 3 * day, ends_at: seasonNow - day }
    const tournament_id = await addTournament(site.db, past)
    for (const current_position of [1, 2, 3, 4, null, null])
      await addEntry(site.db, { tournament_id, current_position }, { name: `Boat ${current_position}` })
    const page = await site.open(`/tournament/${tournament_id}`, {
      signedIn: true,
      width: 390,
      script: false,
    })
    const main = page.getByRole('main')
    expect(await main.getByRole('heading', { level: 2 }).first().textContent()).toBe('Podium')
    const podium = page.getByRole('region', { name: 'Podium' }).getByRole('heading', { level: 3 })
    await eventually(podium).toHaveText(['Boat 1', 'Boat 2', 'Boat 3'])
    const boats = page.getByRole('region', { name: 'Participating Boats' })
    const visible = boats.getByRole('heading', { level: 3 }).filter({ visible: true })
    await eventually(visible).toHaveText(['Boat 1', 'Boat 2', 'Boat 3', 'Boat 4'])
    await boats.getByText('2 boats without a place').click()
    await eventually(visible).toHaveCount(6)
    await expectNoSidewaysScroll(page)

    const scriptPage = await site.open(`/tournament/${tournament_id}`, { signedIn: true })
    await expectAccessible(scriptPage)
  })

  test('the podium has each figure beside its boat at 360 px, also of long names', async () => {
    const past = { starts_at: seasonNow - 3 * day, ends_at: seasonNow - day }
    const tournament_id = await addTournament(site.db, past)
    const best_catch = JSON.stringify({ weight: 1012.25, species: 'Atlantic Blue Marlin' })
    for (const [at, name] of ['Fishful Thinking of Ocean City', 'Reel Deal'].entries())
      await addEntry(
        site.db,
        { tournament_id, current_position: at + 1, best_catch },
        { name, captain_name: 'Dr. Amara Obiechina-Featherstone' },
      )
    const page = await site.open(`/tournament/${tournament_id}`, { signedIn: true, width: 360 })
    const podium = page.getByRole('region', { name: 'Podium' })
    for (const row of await podium.getByRole('listitem').all()) {
      const name = await row.getByRole('heading').boundingBox()
      const figure = await row.getByText('1,012.25 lbs').boundingBox()
      expect(name && figure && figure.x >= name.x + name.width).toBe(true)
    }
    await page.setViewportSize({ width: 320, height: 740 })
    const share = page.getByRole('main').getByRole('button', { name: 'Share' }).first()
    await eventually(share.locator('svg')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('the rows of up to three boats start open, those of more are opened', async () => {
    const page = await site.open(`/tournament/${activeId}`, { signedIn: true, width: 320 })
    const rowOf = (name: string) =>
      page
        .getByRole('region', { name: 'Participating Boats' })
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name }) })
    const openRow = rowOf('Reel Deal')
    await openRow.getByRole('link', { name: 'Fund This Boat' }).waitFor()
    await openRow.getByText('No crew videos yet. The crew will share updates soon!').waitFor()
    await openRow.getByRole('heading', { name: 'Reel Deal' }).click()
    await openRow.getByRole('link', { name: 'Fund This Boat' }).waitFor({ state: 'hidden' })

    const cup = await addTournament(site.db, { starts_at: seasonNow + day, ends_at: seasonNow + 2 * day })
    for (const name of ['Alpha', 'Bravo', 'Delta', 'Echo'])
      await addEntry(site.db, { tournament_id: cup }, { name })
    await visit(page, `${site.url}/tournament/${cup}`)
    const closedRow = rowOf('Echo')
    await closedRow.getByRole('heading', { name: 'Echo' }).waitFor()
    expect(await closedRow.getByRole('link', { name: 'Fund This Boat' }).isVisible()).toBe(false)
    await closedRow.getByRole('heading', { name: 'Echo' }).click()
    await closedRow.getByRole('link', { name: 'Fund This Boat' }).waitFor()
    await closedRow.getByRole('link', { name: 'About Echo' }).waitFor()
    await expectAccessible(page)
  })

  test('a weight of four digits fits beside the arrow of its row on a phone', async () => {
    const cup = await addTournament(site.db, { starts_at: seasonNow - 1000, ends_at: seasonNow + day })
    for (const n of [1, 2, 3, 4])
      await addEntry(site.db, {
        tournament_id: cup,
        current_position: n,
        best_catch: JSON.stringify({ weight: 1042.25 - n, species: 'Blue Marlin' }),
      })
    const page = await site.open(`/tournament/${cup}`, { signedIn: true, width: 360 })
    const row = page.locator('summary').first()
    const weight = row.getByText('1,041.25 lbs')
    const arrow = page.locator('summary > svg').first()
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await weight.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      const [figure, after] = [await weight.boundingBox(), await arrow.boundingBox()]
      expect(after?.x).toBeGreaterThanOrEqual((figure?.x ?? 0) + (figure?.width ?? 0))
    }
  })

  test('a weigh-in moves a row once the list is left alone, and is announced', async () => {
    const cup = await addTournament(site.db, { starts_at: seasonNow - 1000, ends_at: seasonNow + day })
    const first = await addEntry(site.db, { tournament_id: cup, current_position: 1 }, { name: 'Ahead' })
    const second = await addEntry(site.db, { tournament_id: cup, current_position: 2 }, { name: 'Behind' })
    const page = await site.open(`/tournament/${cup}`, { signedIn: true })
    await site.untilWatched(page)
    await markAnimations(page)
    await page.clock.install()
    const rows = page.getByRole('region', { name: 'Participating Boats' }).getByRole('heading', { level: 3 })
    await rows.first().hover()
    await page.mouse.down()
    await inTransaction(site.db, async trx => {
      const place = (id: EntryId, values: { current_position: number; best_catch?: string }) =>
        changeRows(trx, 'entries', values, { id })
      await place(first, { current_position: 2 })
      await place(second, { current_position: 1, best_catch: JSON.stringify({ weight: 412.5 }) })
    })
    await page.getByText('412.5 lbs', { exact: true }).waitFor()
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    await eventually(rows).toHaveText(['Ahead', 'Behind'])
    expect(await page.getByRole('log', { name: 'Live changes' }).textContent()).toContain(
      'Behind leads with 412.5 lbs.',
    )
    await page.mouse.up()
    await page.clock.runFor(1400)
    await eventually(rows).toHaveText(['Ahead', 'Behind'])
    await page.clock.runFor(1700)
    await rows.first().getByText('Behind').waitFor()
    await eventually(rows).toHaveText(['Behind', 'Ahead'])
    await eventually(page.locator('li[data-slid]')).toHaveCount(2)
  })

  test('without boats, place and prize before the start shows that they are missing, and its parts begin with the boats; after the end it accepts neither boats nor fundings', async () => {
    const page = await site.open(`/tournament/${upcomingId}`, { signedIn: true, width: 360 })
    await untilText(page, 'No boats registered yet.')
    await untilText(page, 'Upcoming')
    await eventually(page.getByText(/Location TBD$/)).toHaveCount(2)
    const details = page.getByRole('region', { name: 'Tournament Details' })
    await eventually(details.getByRole('term')).toHaveText(['Starts', 'Ends', 'Location'])
    await eventually(
      page.getByRole('region', { name: 'Tournament Stats' }).getByText('TBD', { exact: true }),
    ).toHaveCount(1)
    const parts = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    await eventually(parts).toHaveText(['Boats', 'Updates', 'Videos', 'Info'])
    await page.getByRole('region', { name: 'Videos of Its Boats' }).waitFor()
    const names = page.locator('main').getByRole('button').or(page.locator('main').getByRole('link'))
    const actions = await Promise.all((await names.all()).slice(0, 4).map(each => each.boundingBox()))
    expect(new Set(actions.map(box => box?.y)).size).toBe(1)

    await visit(page, `${site.url}/tournament/${pastId}`)
    await untilText(page, 'Old Salt')
    await eventually(page.getByRole('button', { name: 'Enter a Boat' })).toHaveCount(0)
    await eventually(page.getByRole('link', { name: 'Fund This Boat' })).toHaveCount(0)
  })

  test('an owner enters a boat and sees it without a reload', async () => {
    const owner = await site.addMember()
    await site.ask(owner, 'POST', '/api/boats', { name: 'Hook & Ladder', captainName: 'Rosa Delgado' })
    const page = await site.open(`/tournament/${upcomingId}`, { member: owner, width: 360 })
    await page.getByRole('button', { name: 'Enter a Boat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a Boat' })
    await dialog.getByLabel('Funding Goal').waitFor()
    await dialog.getByRole('button', { name: 'Enter Boat' }).click()
    await dialog.getByText('Funding goal is required').waitFor()
    await axe(page)
    await dialog.getByLabel('Funding Goal').fill('6000')
    await dialog.getByLabel('Payout Percentage').fill('140')
    await eventually(dialog.getByText('that backer gets')).toHaveCount(0)
    await dialog.getByLabel('Payout Percentage').fill('40')
    for (const text of [
      'If only $10 is raised and the boat wins $50,000, that backer gets $20,000.',
      'If only $10 is raised and the boat wins $50,000, that backer gets $33.33.',
      'If less than $6,000 is raised when funding closes, everyone gets their money back and you fish without backers.',
    ])
      await dialog.getByText(text).waitFor()
    await axe(page)
    await dialog.getByLabel('Payout Percentage').fill('40.5')
    await dialog.getByRole('radio', { name: 'Share in proportion to what was raised' }).check()
    await dialog.getByRole('button', { name: 'Enter Boat' }).click()
    const boats = page.getByRole('region', { name: 'Participating Boats' })
    await boats.getByRole('heading', { name: 'Hook & Ladder' }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await eventually(boats.getByText('40.5% of winnings to backers')).toHaveCount(1)
  })

  test('the dialog says when funding is closed', async () => {
    const owner = await site.addMember()
    await site.ask(owner, 'POST', '/api/boats', { name: 'Late Bloomer', captainName: 'Rosa Delgado' })
    const id = await addTournament(site.db, {
      starts_at: seasonNow - day,
      ends_at: seasonNow + day,
      funding_closes_at: seasonNow - day,
    })
    const page = await site.open(`/tournament/${id}`, { member: owner, width: 390 })
    await page.getByRole('button', { name: 'Enter a Boat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a Boat' })
    await dialog.getByText('Funding is closed, so it fishes without backers.').waitFor()
    await dialog.getByLabel('Funding Goal').fill('6000')
    await dialog.getByLabel('Payout Percentage').fill('40')
    await dialog.getByRole('button', { name: 'Enter Boat' }).click()
    await untilText(page, 'Late Bloomer is in.')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a member without a boat gets a link to add one', async () => {
    const page = await site.open(`/tournament/${upcomingId}`, { signedIn: true })
    await page.getByRole('button', { name: 'Enter a Boat' }).click()
    const link = page.getByRole('dialog').getByRole('link', { name: 'Add Your First Boat' })
    expect(await link.getAttribute('href')).toBe(`/add-boat?tournament=${upcomingId}`)
    await link.click()
    await page.getByLabel('Boat Name').fill('Second Wind')
    await page.getByLabel('Captain Name').fill('Ana Reyes')
    await page.getByRole('main').getByRole('button', { name: 'Add Boat' }).click()
    // It isn't entered yet.
    const dialog = page.getByRole('dialog', { name: 'Enter a Boat' })
    await dialog
      .getByRole('combobox', { name: 'Boat' })
      .locator('option:checked', { hasText: 'Second Wind' })
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})

describe('home', () => {
  test('an open page shows a new catch and announces it once', async () => {
    const [organiser, captain] = [await empty.addMember(), await empty.addMember()]
    const startDate = new Date(empty.deps.now() - day).toISOString()
    const endDate = new Date(empty.deps.now() + day).toISOString()
    const tournament = await empty.ask<Tournament>(organiser, 'POST', '/api/tournaments', {
      name: 'Live Open',
      startDate,
      endDate,
      prizePool: 5000,
    })
    const enter = async (name: string) => {
      const boat = await empty.ask<Boat>(captain, 'POST', '/api/boats', {
        name,
        captainName: 'Ana Reyes',
      })
      return empty.ask<Entry>(captain, 'POST', `/api/tournaments/${tournament.id}/entries`, {
        boatId: boat.id,
        fundingGoal: 5000,
        payoutPercentage: 40,
      })
    }
    const weigh = (entry: Entry, weight: number) =>
      empty.ask(organiser, 'POST', `/api/tournament-entries/${entry.id}/catches`, {
        weight,
        species: 'Wahoo',
      })
    const [calm, rough] = [await enter('Calm Water'), await enter('Rough Water')]
    await weigh(calm, 20)

    const page = await empty.open('/', { signedIn: true })
    const board = page.getByRole('region', { name: 'Leaderboard' }).getByRole('region', { name: 'Live Open' })
    const names = () => board.getByRole('listitem').getByRole('paragraph').first().textContent()
    expect(await names()).toBe('Calm Water')
    await empty.untilWatched(page)
    await markAnimations(page)
    await weigh(rough, 31.25)
    await board.getByText('31.25 lbs').waitFor()
    expect(await names()).toBe('Rough Water')
    await eventually(board.locator('li[data-slid]')).toHaveCount(2)
    const log = page.getByRole('log', { name: 'Live changes' })
    await log.getByText('Rough Water is now 1st in Live Open.').waitFor({ state: 'attached' })
    expect(
      await page.getByRole('region', { name: 'Live Updates' }).getByText('Rough Water').first().isVisible(),
    ).toBe(true)
  })
})

describe('the network', () => {
  test('fails: the page shows the age of its data and catches up later', async () => {
    const page = await site.open('/', { signedIn: true })
    // Its scripts come late.
    await site.untilWatched(page)
    await page.context().setOffline(true)
    const notification = page.locator('[data-connection=age]')
    await notification.getByText(/^No connection\. Last updated /).waitFor()
    await axe(page)
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const footer = await page.getByRole('contentinfo').boundingBox()
    const notificationBox = await notification.boundingBox()
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(notificationBox?.y ?? 0)
    await page.context().setOffline(false)
    await page
      .getByText(/^No connection\. Last updated /)
      .first()
      .waitFor({ state: 'detached' })
    expectClean(page, /api\/events|ERR_INTERNET_DISCONNECTED/)
  })
})
