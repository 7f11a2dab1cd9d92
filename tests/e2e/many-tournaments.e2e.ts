import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { day } from '#contract/time.ts'
import { load } from '../../db/load.ts'
import { eventually, expectAccessible, expectTexts, type Member, serveSite } from '../support/browser.ts'
import { addEntry, addFunding, addTournament } from '../support/factories.ts'

const site = serveSite()
const empty = serveSite()
let member: Member

beforeAll(async () => {
  member = await site.addMember()
  const now = site.deps.now()
  await load(site.db, { tournaments: 300, entries: 12, backers: 0, updates: 60 }, member.userId, now)
  await addTournament(site.db, {
    name: 'Bluefin Blitz',
    location: 'Port Haven',
    starts_at: now - 9 * day,
    ends_at: now - 8 * day,
  })
})

const cards = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).getByRole('article')
/** The list may follow the page. */
async function names(page: Page): Promise<string[]> {
  await page.getByRole('article').first().waitFor()
  return page.getByRole('article').getByRole('heading').allTextContents()
}

describe('the home page of 300 tournaments', () => {
  test('has at most 6 cards a section, 3 leaderboards of 5 places and 6 updates; Show more appends the next page of each, by keyboard', async () => {
    const page = await site.open('/', { member })
    for (const section of ['Upcoming Tournaments', 'Active Tournaments', 'Past Tournaments'])
      await eventually(cards(page, section)).toHaveCount(6)
    const board = page.getByRole('region', { name: 'Leaderboard' })
    await eventually(board.getByRole('region')).toHaveCount(3)
    await eventually(board.getByRole('listitem')).toHaveCount(15)
    await eventually(board.getByRole('link', { name: 'All 12 boats' })).toHaveCount(3)
    const updates = page.getByRole('region', { name: 'Live Updates' })
    await eventually(updates.getByRole('listitem')).toHaveCount(6)
    // Phones show three of each, two leaderboards of three places and two updates.
    await page.setViewportSize({ width: 360, height: 800 })
    const visible = (locator: Locator) => locator.filter({ visible: true }).count()
    expect(await visible(page.getByRole('article'))).toBe(9)
    expect(await visible(board.getByRole('listitem'))).toBe(6)
    expect(await visible(updates.getByRole('listitem'))).toBe(2)
    const [row] = await cards(page, 'Past Tournaments').all()
    expect((await row?.boundingBox())?.height).toBeLessThanOrEqual(58)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4200)

    await page.setViewportSize({ width: 1280, height: 800 })
    const past = cards(page, 'Past Tournaments')
    const first = await past.getByRole('heading').allTextContents()
    await page.getByRole('button', { name: 'Show more past tournaments' }).press('Enter')
    await past.nth(11).waitFor()
    const all = await past.getByRole('heading').allTextContents()
    expect(all.slice(0, 6)).toEqual(first)
    expect(new Set(all).size).toBe(12)
    const log = page.getByRole('log', { name: 'Live changes' })
    await page.getByRole('button', { name: 'Show more updates' }).click()
    await updates.getByRole('listitem').nth(11).waitFor()
    await page.getByRole('button', { name: 'Show more leaderboards' }).click()
    await board.getByRole('region').nth(5).waitFor()
    expect(await log.textContent()).toBe('')
    // All Tournaments is linked from the sections and from every page's footer.
    for (const [name, status] of [
      ['See all upcoming', 'upcoming'],
      ['See all active', 'active'],
      ['See all past', 'completed'],
    ] as const)
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(
        `/tournaments/all?status=${status}`,
      )
    await page.getByRole('contentinfo').getByRole('link', { name: 'All Tournaments' }).click()
    await page.getByRole('heading', { level: 1, name: 'All Tournaments' }).waitFor()
  })

  test('stays small', async () => {
    const { name, value } = member.cookie
    const response = await fetch(`${site.url}/`, { headers: { cookie: `${name}=${value}` } })
    const html = await response.text()
    expect(html).toContain('Past Tournaments')
    expect(html.length).toBeLessThan(300_000)
    expect(Bun.gzipSync(html).length).toBeLessThan(30_000)
  })

  test('without JavaScript, Show more leads to the rest', async () => {
    const page = await site.open('/', { member, script: false })
    await page.getByRole('link', { name: 'Show more past tournaments' }).click()
    await page.waitForURL('**/tournaments/all?status=completed')
    expect(await names(page)).toHaveLength(24)
  })
})

describe('All Tournaments', () => {
  for (const script of [true, false])
    test(`searches, filters and pages ${script ? 'by keyboard' : 'without JavaScript'}`, async () => {
      const page = await site.open('/tournaments/all', { script })
      expect(await names(page)).toHaveLength(24)
      await page.getByLabel('Name, location or boat').fill('haven blue')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/tournaments/all?q=haven+blue')
      expect(await names(page)).toEqual(['Bluefin Blitz'])
      await page.getByLabel('Name, location or boat').fill('cup')
      await page.getByRole('button', { name: 'Search' }).click()
      const chips = page.getByRole('navigation', { name: 'Which tournaments' })
      await page.getByRole('heading', { name: 'Tournaments matching “cup”', exact: true }).waitFor()
      await chips.getByRole('link', { name: 'Upcoming' }).click()
      await page.getByRole('heading', { name: 'Upcoming tournaments matching “cup”' }).waitFor()
      await eventually(page.getByLabel('Name, location or boat')).toHaveValue('cup')
      await eventually(chips.locator('[aria-current=page]')).toHaveText(['Upcoming'])
      const first = await names(page)
      await page.getByRole('link', { name: 'Next page' }).click()
      await page.getByRole('link', { name: 'First page' }).waitFor()
      const second = await names(page)
      expect(new Set([...first, ...second]).size).toBe(48)
      await page.getByRole('link', { name: 'First page' }).click()
      await page.waitForURL(url => !url.searchParams.has('cursor'))
      await page.getByRole('link', { name: 'Next page' }).waitFor()
      expect(await names(page)).toEqual(first)
    })

  test('says that nothing was found, and shows all again', async () => {
    const page = await site.open('/tournaments/all?q=%22%29+nothing*', { member })
    await page.getByText('No tournaments found', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Show all tournaments' }).click()
    await page.waitForURL('**/tournaments/all')
    expect(await names(page)).toHaveLength(24)
  })

  test('says that there are none yet', async () => {
    const page = await empty.open('/tournaments/all')
    await page.getByText('No tournaments yet', { exact: true }).waitFor()
    await expectAccessible(page)
  })

  test('an unknown cursor leads back to the first page', async () => {
    const page = await site.open('/tournaments/all?cursor=nonsense', { member })
    await page.getByText('The tournaments could not be loaded', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Show all tournaments' }).getAttribute('href')).toBe(
      '/tournaments/all',
    )
  })

  test('ships no React', async () => {
    expect(await (await fetch(`${site.url}/tournaments/all`)).text()).not.toMatch(/\/assets\/entry-/)
  })
})

test('a tournament of 60 boats shows 12 at first, in less than 300 KB', async () => {
  const tournament = await addTournament(site.db, { name: 'Big Open' })
  for (let n = 1; n <= 60; n++) await addEntry(site.db, { tournament_id: tournament }, { name: `Boat ${n}` })
  const path = `/tournament/${tournament}`
  const { name, value } = member.cookie
  const response = await fetch(site.url + path, { headers: { cookie: `${name}=${value}` } })
  expect((await response.text()).length).toBeLessThan(300_000)
  const page = await site.open(path, { member })
  const boats = page.getByRole('region', { name: 'Participating Boats' }).getByRole('heading', { level: 3 })
  await eventually(boats).toHaveCount(12)
  await page.getByRole('button', { name: 'Show more boats (48 left)' }).click()
  await eventually(boats).toHaveCount(24)
})

test('the marina’s screen turns the pages of every running tournament', async () => {
  const page = await site.open('/kiosk', { width: 1920, height: 1080 })
  await page.getByRole('button', { name: 'Pause' }).click()
  const title = page.getByRole('heading', { level: 1 })
  const first = await title.textContent()
  await page.getByText('Boats 1–7 of 12').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Boats 8–12 of 12').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Boats 1–7 of 12').waitFor()
  expect(await title.textContent()).not.toBe(first)
  await page.keyboard.press('ArrowRight')
  await page.getByText('Boats 8–12 of 12').waitFor()
})

test('home shows a backer’s boats, live, also beside tournaments of one name', async () => {
  const now = empty.deps.now()
  const backer = await empty.addMember()
  const enter = async (name: string) => {
    const tournament = await addTournament(empty.db, {
      name: 'Twin Cup',
      organiser_id: backer.userId,
      starts_at: now - day,
      ends_at: now + day,
    })
    return addEntry(empty.db, { tournament_id: tournament }, { name })
  }
  const entry = await enter('Reel Deal')
  const rival = await enter('Knot Working')
  for (const [id, weight] of [
    [entry, 412.5],
    [rival, 400],
  ] as const)
    await empty.ask(backer, 'POST', `/api/tournament-entries/${id}/catches`, { weight, species: 'Wahoo' })
  await addFunding(empty.db, { entry_id: entry, backer_id: backer.userId })
  const page = await empty.open('/', { member: backer })
  const own = page.getByRole('region', { name: 'Boats You Back' })
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectTexts(own, 'Reel Deal', 'Twin Cup', '412.5 lbs')
    await eventually(own.getByRole('img', { name: '1st place' })).toHaveCount(1)
    expect(await own.getByRole('link', { name: 'My Funding' }).getAttribute('href')).toBe('/my-funding')
    const content = `Lines in at ${width}`
    await empty.ask(backer, 'POST', '/api/tournament-updates', { tournamentEntryId: entry, content })
    await own.getByText(content).waitFor()
  }
  const other = await empty.open('/', { signedIn: true })
  await eventually(other.getByRole('region', { name: 'Boats You Back' })).toHaveCount(0)
})
