import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { day } from '#contract/time.ts'
import {
  closePages,
  eventually,
  expectClean,
  type Member,
  ready,
  reload,
  serveSite,
  startSite,
} from '../support/browser.ts'
import { addBoat, addEntry, addImage, addTournament, addUpdate } from '../support/factories.ts'
import { until } from '../support/until.ts'

const site = serveSite()
let member: Member

beforeAll(async () => {
  member = await site.addMember()
  const tournament_id = await addTournament(site.db, { name: 'First Cup' })
  const entry_id = await addEntry(site.db, { tournament_id })
  await addUpdate(site.db, { entry_id, content: 'Lines in.', created_at: site.deps.now() - 40_000 })
})

afterEach(closePages)

const announceTournament = (name: string) =>
  site.ask(member, 'POST', '/api/tournaments', {
    name,
    startDate: new Date(site.deps.now() + day).toISOString(),
    endDate: new Date(site.deps.now() + 2 * day).toISOString(),
  })

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter(path => /^\/assets\/.*\.js$/.test(path)),
  )
function apiCalls(page: Page): string[] {
  const paths: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) paths.push(pathname)
  })
  return paths
}

const isHydrated = (page: Page) => page.evaluate(() => window.__ready === true)

/** "Show more" works when it is pressed again after React could not be loaded. */
async function expectSecondPressLoads(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: 'Past Tournaments' })
  const more = region.getByRole('button', { name: 'Show more past tournaments' })
  const failure = page.waitForEvent('requestfailed')
  await more.press('Enter')
  await failure
  await more.press('Enter')
  await region.getByRole('article').nth(6).waitFor()
  expectClean(page, /assets\/entry-/)
}

describe('the home page', () => {
  test('starts with at most 15 KB of script and asks for nothing', async () => {
    const page = await site.open('/', { member })
    const calls = apiCalls(page)
    await reload(page)
    await site.untilWatched(page)
    const scripts = await scriptsOf(page)
    const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(site.dist + path)).length, 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(15 * 1024)
    expect(calls).toEqual(['/api/events'])
    expect(await isHydrated(page)).toBe(false)
    expectClean(page)
  })

  test('loads React for a change, and keeps its event stream', async () => {
    const page = await site.open('/', { member })
    const calls = apiCalls(page)
    await site.untilWatched(page)
    await announceTournament('Second Cup')
    await page.getByRole('article', { name: 'Second Cup' }).waitFor()
    expect(await isHydrated(page)).toBe(true)
    await announceTournament('Second Cup, again')
    await page.getByRole('article', { name: 'Second Cup, again' }).waitFor()
    expect(calls).not.toContain('/api/events')
    expectClean(page)
  })

  test('loads React when relative times change, but no data again', async () => {
    const page = await site.open('/', { member })
    await page.clock.install()
    await reload(page)
    await page.getByText('just now', { exact: true }).waitFor()
    const calls = apiCalls(page)
    await page.clock.fastForward(31_000)
    await page.getByText('1 minute ago', { exact: true }).waitFor()
    expect(await isHydrated(page)).toBe(true)
    expect(calls).toEqual([])
    expectClean(page)
  })

  test('is reloaded when its scripts are gone, after an upgrade', async () => {
    const page = await site.open('/', { member })
    await page.route('**/assets/entry-*', route => route.fulfill({ status: 404 }), { times: 1 })
    await site.untilWatched(page)
    const pageLoad = page.waitForEvent('load')
    await announceTournament('Fourth Cup')
    await pageLoad
    await ready(page)
    await page.getByRole('article', { name: 'Fourth Cup' }).waitFor()
    expectClean(page, /status of 404/)
  })

  test('dates use the viewer’s time zone before React is there, and afterwards', async () => {
    const [starts_at, ends_at] = [Date.UTC(2026, 0, 12, 1), Date.UTC(2026, 0, 16, 1)]
    const { hub } = site.deps.events
    const { position } = hub
    await addTournament(site.db, { name: 'Winter Cup', starts_at, ends_at })
    // Else the page may hear of it, which loads React.
    await until(() => hub.position !== position)
    const page = await site.open('/', { member, zone: 'America/New_York' })
    const row = page.getByRole('article', { name: 'Winter Cup' })
    await row.getByText('Jan 11–15, 2026').waitFor()
    expect(await isHydrated(page)).toBe(false)
    await page.evaluate(() => document.body.dispatchEvent(new Event('error')))
    await page.waitForFunction(() => window.__ready === true)
    await row.getByText('Jan 11–15, 2026').waitFor()
    expectClean(page)
  })

  test('repeats a press of Show more, and keeps the focus', async () => {
    const past = { starts_at: site.deps.now() - 9 * day, ends_at: site.deps.now() - 8 * day }
    for (let n = 0; n < 7; n++) await addTournament(site.db, past)
    const page = await site.open('/', { member })
    const region = page.getByRole('region', { name: 'Past Tournaments' })
    const more = region.getByRole('button', { name: 'Show more past tournaments' })
    await more.evaluate((link: HTMLElement) => {
      link.focus({ preventScroll: true })
      link.click()
      link.click()
    })
    await region.getByRole('article').nth(6).waitFor()
    await eventually(more).toHaveCount(0)
    expect(
      await page.evaluate(() => document.activeElement?.contains(document.querySelector('#past article'))),
    ).toBe(true)
    expectClean(page)
  })

  test('tries again when React could not be loaded', async () => {
    const page = await site.open('/', { member })
    await page.route('**/assets/entry-*', route => route.abort('connectionfailed'), { times: 1 })
    await expectSecondPressLoads(page)
  })

  test('tries again when the connection fell silent', async () => {
    const page = await site.open('/', { member })
    await page.evaluate(() => {
      const limit = AbortSignal.timeout.bind(AbortSignal)
      // The first load alone: a busy machine needs longer for the second.
      AbortSignal.timeout = ms => {
        AbortSignal.timeout = limit
        return limit(ms / 100)
      }
    })
    await page.route('**/assets/entry-*', () => {}, { times: 1 })
    await expectSecondPressLoads(page)
  })

  test('Show more can be pressed with the space bar', async () => {
    const page = await site.open('/', { member })
    const region = page.getByRole('region', { name: 'Past Tournaments' })
    await region.getByRole('button', { name: 'Show more past tournaments' }).press(' ')
    await region.getByRole('article').nth(6).waitFor()
  })

  test('replaces a picture that failed before React was there', async () => {
    const image_id = await addImage(site.db, member.userId)
    const boat_id = await addBoat(site.db, { name: 'No Picture', image_id })
    await addEntry(site.db, { tournament_id: await addTournament(site.db), boat_id, current_position: 1 })
    const page = await site.open('/', { member })
    await page.getByRole('region', { name: 'Leaderboard' }).getByText('No Picture').scrollIntoViewIfNeeded()
    await page.locator(`img[src*="${image_id}"]`).waitFor({ state: 'detached' })
    expectClean(page, /status of 404/)
  })

  test('shows a name that was changed in another tab', async () => {
    const page = await site.open('/', { member })
    await page.evaluate(
      user => {
        const message = {
          event: 'USER_UPDATED',
          user,
          endsAt: new Date(Date.now() + 3_600_000).toISOString(),
        }
        new BroadcastChannel('session').postMessage(message)
      },
      {
        id: member.userId,
        email: 'ana@example.org',
        firstName: 'Anabel',
        lastName: null,
        profileImageUrl: null,
      },
    )
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Anabel$/ })
      .waitFor()
    // The picture of the test before.
    expectClean(page, /status of 404/)
  })

  test('shows what the server could not render, or that it failed', async () => {
    await using brokenSite = await startSite()
    await brokenSite.db.schema.dropTable('updates').execute()
    const page = await brokenSite.open('/', { signedIn: true })
    await page.getByText('The updates could not be loaded').waitFor()
    expectClean(page, /no such table|React error #419|500: |status of 500/)
  })
})
