import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import type { TournamentId } from '#contract/ids.ts'
import { day, hour } from '#contract/time.ts'
import {
  axe,
  eventually,
  expectAccessible,
  expectClean,
  expectFocused,
  expectNoSidewaysScroll,
  expectTexts,
  reload,
  type Site,
  serveSite,
  startSite,
  untilText,
  visit,
} from '../support/browser.ts'
import { addEntry, addTournament } from '../support/factories.ts'
import { addSeason, seasonNow } from '../support/season.ts'

const lockedSite = serveSite({ gate: 'tight lines' })
const empty = serveSite()
const season = serveSite()
let activeId: TournamentId

beforeAll(async () => {
  activeId = (await addSeason(season)).active
  await addEntry(
    season.db,
    { tournament_id: activeId, current_position: 2, current_funding_cents: 250_000, backer_count: 4 },
    { name: 'Knot Working' },
  )
  const soon = await addTournament(season.db, {
    name: 'Bluefin Blitz',
    starts_at: seasonNow + 5.5 * hour,
    ends_at: seasonNow + 2 * day,
  })
  await addEntry(
    season.db,
    { tournament_id: soon, current_funding_cents: 1_000_000, backer_count: 1 },
    { name: 'Old Salt' },
  )
  await addTournament(season.db, {
    name: 'Far Away Open',
    starts_at: seasonNow + 31 * day,
    ends_at: seasonNow + 32 * day,
  })
  await addTournament(season.db, {
    name: 'Stormy Derby',
    starts_at: seasonNow - day,
    ends_at: seasonNow + 0.5 * day,
    cancelled_at: seasonNow - 2 * day,
  })
  await addTournament(season.db, {
    name: 'Wet Cup',
    starts_at: seasonNow + day,
    ends_at: seasonNow + 2 * day,
    cancelled_at: seasonNow - 2 * day,
  })
  await addTournament(season.db, {
    name: 'Rainy Cup',
    starts_at: seasonNow - 3 * day,
    ends_at: seasonNow - 2 * day,
    cancelled_at: seasonNow - 4 * day,
  })
})

const html = async (site: Site, path: string, init?: RequestInit) =>
  (await fetch(site.url + path, init)).text()
const focusedName = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

async function tabTo(page: Page, name: string) {
  for (let steps = 0; steps < 20; steps++) {
    await page.keyboard.press('Tab')
    if ((await focusedName(page)) === name) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

describe('site gate', () => {
  test('covers every path and works without JavaScript', async () => {
    for (const path of ['/', '/login', '/boats', '/crew-videos', '/no/such/page']) {
      const response = await fetch(lockedSite.url + path)
      const text = await response.text()
      expect(response.status).toBe(200)
      expect(text).toContain('<title>Site Under Construction · Reelstake</title>')
      expect(text).toMatch(/<button(?![^>]* disabled)[^>]*>Unlock Site</)
    }
  })

  test('403 site_locked for an API call', async () => {
    const response = await fetch(`${lockedSite.url}/api/tournaments`)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: 'site_locked' })
  })

  test('starts in the field, whose filling by a password manager enables the button; a wrong password empties it, a network failure doesn’t', async () => {
    const page = await lockedSite.open('/')
    const field = page.getByLabel('Password', { exact: true })
    const button = page.getByRole('button', { name: 'Unlock Site' })
    await expectFocused(field)
    // A password manager may send no input event.
    await field.dispatchEvent('animationstart')
    expect(await button.isEnabled()).toBe(true)
    await field.fill('guess')
    await button.click()
    const toast = page.getByRole('alert')
    await toast.getByText('Incorrect Password', { exact: true }).waitFor()
    await toast.getByText('Please try again.', { exact: true }).waitFor()
    await eventually(field).toHaveValue('')
    await expectFocused(field)
    expect(await button.isDisabled()).toBe(true)
    await axe(page)
    expectClean(page, /status of 401/)

    await page.route('**/api/validate-password', route => route.abort('connectionfailed'))
    await field.fill('tight lines')
    await page.keyboard.press('Enter')
    await page.getByText('Failed to validate password.', { exact: true }).last().waitFor()
    await eventually(field).toHaveValue('tight lines')
    expectClean(page, /validate-password/)
  })

  test('the right password shows the requested page, in other tabs too, until the browser closes', async () => {
    const page = await lockedSite.open('/no/such/page')
    await page.getByLabel('Password', { exact: true }).fill('tight lines')
    await page.keyboard.press('Enter')
    await page.getByText('Did you forget to add the page to the router?').waitFor()
    const other = await lockedSite.open('/', { context: page.context() })
    await other.getByRole('heading', { name: 'Fund the Catch. Share the Victory.' }).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies).toEqual([expect.objectContaining({ name: 'gate', expires: -1, httpOnly: true })])
    expectClean(page, /status of 404/)
    expect(await html(lockedSite, '/')).toContain('<title>Site Under Construction · Reelstake</title>')
  })

  test('429 after nineteen wrong attempts shows when to try again', async () => {
    await using site = await startSite({ gate: 'tight lines', env: { RATE_LIMIT: 'on' } })
    for (let tries = 0; tries < 19; tries++)
      await site.call(null, 'POST', '/api/validate-password', { password: 'guess' })
    const page = await site.open('/')
    await page.getByLabel('Password', { exact: true }).fill('tight lines')
    await page.keyboard.press('Enter')
    await page.getByText('Too many attempts. Please try again in 15 minutes.').last().waitFor()
    expectClean(page, /status of 429/)
  })
})

describe('landing page', () => {
  const openLanding = async (site: Site) => {
    const page = await site.open('/')
    await page.getByRole('article').first().waitFor()
    return page
  }

  test('links to sign-in, sign-up, its sections and the legal pages, shows the steps, and three samples while there is no tournament', async () => {
    const page = await openLanding(empty)
    const header = page.getByRole('banner')
    expect(await header.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login')
    expect(await header.getByRole('link', { name: 'Join Now' }).getAttribute('href')).toBe(
      '/login?mode=signup',
    )
    const main = page.getByRole('main')
    for (const name of ['Fund a Tournament', 'List Your Boat'])
      expect(await main.getByRole('link', { name }).getAttribute('href')).toBe('/login?mode=signup')
    await eventually(header.getByText('List Your Boat')).toHaveCount(1)
    await eventually(header.getByRole('link', { name: 'List Your Boat' })).toHaveCount(0)
    for (const [name, heading] of [
      ['How It Works', 'How it works'],
      ['Leaderboard', 'Leaderboard'],
      ['Tournaments', 'Active Tournaments'],
    ] as const) {
      await header.getByRole('link', { name }).click()
      const target = page.getByRole('heading', { name: heading, exact: true })
      await page.waitForFunction(
        element => element !== null && element.getBoundingClientRect().top < innerHeight,
        await target.elementHandle(),
      )
      const [top, bar] = await Promise.all([target.boundingBox(), header.boundingBox()])
      expect(top?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    }
    for (const name of ['Find Tournaments', 'Fund & Follow', 'Share Winnings'])
      await eventually(page.getByRole('heading', { name, exact: true })).toHaveCount(1)
    const footer = page.getByRole('contentinfo')
    await expectTexts(
      footer,
      'Quick Links',
      'Legal',
      'Support',
      'Terms of Service',
      'Privacy Policy',
      'Cookie Policy',
    )
    await eventually(footer.getByRole('link')).toHaveText([
      'Support',
      'Terms of Service',
      'Privacy Policy',
      'Cookie Policy',
    ])
    await eventually(footer.getByText('2024')).toHaveCount(1)
    await page.getByText('No rankings yet').waitFor()
    await page.getByText('Tournament rankings will appear here once competitions begin').waitFor()
    const cards = page.getByRole('article')
    await eventually(cards).toHaveCount(3)
    const values = await cards
      .getByRole('progressbar')
      .evaluateAll(bars => bars.map(bar => bar.getAttribute('aria-valuenow')))
    expect(values.sort()).toEqual(['100', '45', '73'])
    await eventually(cards.getByText('Live', { exact: true })).toHaveCount(2)
    await eventually(cards.getByText('Starting Soon', { exact: true })).toHaveCount(1)
    expect(await cards.getByRole('button', { name: 'Fully Funded' }).isDisabled()).toBe(true)
    await eventually(cards.getByText('Example', { exact: true })).toHaveCount(3)
    const links = cards.getByRole('link', { name: 'Fund This Boat' })
    expect(await links.evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual([
      '/login',
      '/login',
    ])
  })

  test('its bar is one line on the narrowest phone; its menu closes after a link to a section', async () => {
    const page = await empty.open('/', { width: 320, height: 740 })
    const header = page.getByRole('banner')
    const logo = await header.getByRole('link', { name: 'Reelstake' }).boundingBox()
    const join = await header.getByRole('link', { name: 'Join Now' }).boundingBox()
    expect(join?.y).toBeLessThan((logo?.y ?? 0) + (logo?.height ?? 0))
    await page.setViewportSize({ width: 360, height: 740 })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'How It Works' }).click()
    await menu.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).hash).toBe('#how-it-works')
  })

  test('shows live tournaments instead: active ones first, then those that start within 30 days; links to all, updates and rankings, which need no account', async () => {
    const page = await openLanding(season)
    const cards = page.getByRole('article')
    await eventually(cards.getByRole('heading')).toHaveText([
      'White Marlin Open',
      'Bluefin Blitz',
      'Winter Cup',
    ])
    const first = cards.first()
    await expectTexts(first, 'Live', '2 days left', '12 backers', '1st: Reel Deal, 412.5 lbs')
    expect(await first.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '49% funded, $9,800 of $20,000',
    )
    expect(await first.getByRole('link', { name: 'Fund This Boat' }).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(`/tournament/${activeId}`)}`,
    )
    expect(await cards.nth(1).getByRole('button', { name: 'Fully Funded' }).isDisabled()).toBe(true)
    const board = page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')
    await eventually(board).toHaveCount(2)
    await eventually(board.first().getByText('Reel Deal')).toHaveCount(1)
    await eventually(board.first().getByText('412.5 lbs')).toHaveCount(1)
    await eventually(board.last().getByText('No catch yet')).toHaveCount(1)
    for (const [name, href] of [
      ['See all tournaments', '/tournaments'],
      ['See the whole leaderboard', '/tournaments#leaderboard'],
    ] as const)
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(href)
    await page.getByRole('link', { name: 'See all tournaments' }).click()
    await page.waitForURL('**/tournaments')
    for (const name of ['Active Tournaments', 'Past Tournaments', 'Live Updates', 'Leaderboard'])
      await page.getByRole('region', { name }).waitFor()
    await eventually(page.getByRole('banner').getByRole('link', { name: 'Join Now' })).toHaveCount(1)
    await axe(page)
    await page
      .getByRole('region', { name: 'Leaderboard' })
      .getByRole('link', { name: 'Race' })
      .first()
      .click()
    await page.waitForURL(/\/race$/)
    await page.getByRole('heading', { name: 'Race', level: 1 }).waitFor()
  })

  test('ships no React: at most 15 KB of script, inline ones included; a card leads on wherever it is pressed', async () => {
    const page = await openLanding(season)
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter(path => path.endsWith('.js')),
    )
    expect(files.filter(file => file.includes('/entry-'))).toEqual([])
    const inline = [...(await html(season, '/')).matchAll(/<script(?![^>]*src)[^>]*>([\s\S]*?)<\/script>/g)]
    const codes = [
      ...inline.map(([, code = '']) => code),
      ...files.map(file => readFileSync(season.dist + file)),
    ]
    expect(files.length).toBeGreaterThan(0)
    expect(codes.reduce((sum, code) => sum + gzipSync(code).length, 0)).toBeLessThanOrEqual(15 * 1024)

    const name = page.getByRole('article').first().getByRole('heading')
    await name.scrollIntoViewIfNeeded()
    const box = await name.boundingBox()
    if (!box) throw new Error('the card has no name')
    await page.mouse.move(box.x + 5, box.y + 5)
    await page.mouse.down()
    // Waits as long as a person presses: the button's look may change meanwhile.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await page.mouse.up()
    await page.waitForURL(/\/login\?next=/)
  })

  test('shows the samples when the tournaments cannot be loaded', async () => {
    await using site = await startSite()
    await site.db.schema.dropTable('entries').execute()
    const page = await openLanding(site)
    await eventually(page.getByRole('article')).toHaveCount(3)
    expectClean(page, /no such table/)
  })
})

const hero = (page: Page) =>
  page.locator('section').filter({
    has: page.getByRole('heading', { level: 1, name: 'Fund the Catch. Share the Victory.' }),
  })

test('the strangers’ home has a large hero, whose picture stays clear of its text', async () => {
  const page = await season.open('/tournaments', { width: 390 })
  const lead = page.getByText('Back a tournament boat, follow it live and share in what it wins.')
  await lead.waitFor()
  expect((await hero(page).boundingBox())?.height).toBeGreaterThan(200)
  expect(await page.getByRole('link', { name: 'Browse Tournaments' }).isVisible()).toBe(true)
  await expectNoSidewaysScroll(page)
  const art = page.getByRole('main').locator('svg[viewBox="0 0 1200 420"]')
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, await art.isVisible()]).toEqual([width, width > 360])
    const [picture, text] = [await art.boundingBox(), await lead.boundingBox()]
    // The marlin's tail begins after a fifth of the picture.
    const tail = picture ? picture.x + picture.width / 5 : width
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan(tail)
  }
})

test('nothing scrolls sideways at double font size on a phone', async () => {
  const page = await season.open('/', { width: 360, height: 740, signedIn: true })
  for (const path of ['/', '/tournaments', '/crew-videos', '/login']) {
    if (path === '/login') await page.context().clearCookies()
    await visit(page, season.url + path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectNoSidewaysScroll(page)
    const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox()
    expect([path, menu?.width]).toEqual([path, 88])
  }
})

test('404 has its status, its title, links, no React, and a picture down to the footer at every width', async () => {
  const response = await fetch(`${empty.url}/no/such/page`)
  expect(response.status).toBe(404)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(await response.text()).not.toMatch(/\/assets\/entry-/)
  const page = await empty.open('/no/such/page')
  expect(await page.title()).toBe('Page not found · Reelstake')
  await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor()

  await page.setViewportSize({ width: 360, height: 740 })
  const footer = page.locator('footer')
  const [sea, below] = [await page.locator('main section').boundingBox(), await footer.boundingBox()]
  if (!sea || !below) throw new Error('no sea, or no footer')
  expect(sea.y + sea.height).toBe(below.y)

  const top = () =>
    page
      .locator('main svg[aria-hidden]')
      .last()
      .evaluate(art => art.getBoundingClientRect().top)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 1400 })
    const withFooter = await top()
    await footer.evaluate(element => {
      element.style.display = 'none'
    })
    // The picture stays when the footer arrives.
    expect([width, await top()]).toEqual([width, withFooter])
    await footer.evaluate(element => {
      element.style.display = ''
    })
  }

  await page.getByRole('main').getByRole('link', { name: 'Browse Tournaments' }).click()
  await page.waitForURL(`${empty.url}/`)
  expectClean(page, /status of 404/)
})

test('the crew videos page links to the crew app for members only', async () => {
  const page = await season.open('/crew-videos', { signedIn: true })
  const link = page.getByRole('main').getByRole('link', { name: 'Open Crew App' })
  expect(await link.getAttribute('href')).toBe('/crew')
  expect(await html(season, '/crew-videos')).not.toContain('Open Crew App')
})

describe('home page', () => {
  const names = (page: Page, region: string) =>
    page.getByRole('region', { name: region }).getByRole('article').getByRole('heading').allTextContents()

  test('has a bar as its hero, at most 96 px high; sorts tournaments into three sections by their dates, live ones first, without cancelled ones; requests no data that came with it', async () => {
    const page = await season.open('/tournaments', { signedIn: true, width: 320 })
    await page.getByText('Back a tournament boat, follow it live and share in what it wins.').waitFor()
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect((await hero(page).boundingBox())?.height).toBeLessThanOrEqual(96)
      const browse = page.getByRole('link', { name: 'Browse Tournaments' })
      expect([width, await browse.isVisible()]).toEqual([width, width === 1280])
      await expectNoSidewaysScroll(page)
    }

    const urls: string[] = []
    page.on('request', request => urls.push(request.url()))
    await visit(page, `${season.url}/`)
    const titles = page.getByRole('heading', { level: 2, name: /Tournaments$/ })
    await eventually(titles).toHaveText(['Active Tournaments', 'Upcoming Tournaments', 'Past Tournaments'])
    expect(urls.filter(url => url.includes('/api/tournaments'))).toEqual([])
    expect(await names(page, 'Active Tournaments')).toEqual(['White Marlin Open'])
    expect(await names(page, 'Upcoming Tournaments')).toEqual(['Bluefin Blitz', 'Winter Cup'])
    expect(await names(page, 'Past Tournaments')).toEqual(['Rainy Cup', 'Summer Classic'])
    const cup = page.getByRole('article', { name: 'Rainy Cup' })
    await eventually(cup.getByText('Cancelled', { exact: true })).toHaveCount(1)

    // A card shows the facts of its tournament and links to it.
    const card = page.getByRole('article', { name: 'White Marlin Open' })
    await expectTexts(
      card,
      'Live',
      '2 days left',
      'Five days offshore for the biggest white marlin of the season.',
      'Ocean City, Maryland',
      '$125,000',
      '2',
      'Reel Deal',
    )
    expect(await card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('49')
    expect(await card.getByRole('link', { name: 'View Tournament' }).getAttribute('href')).toBe(
      `/tournament/${activeId}`,
    )
    const plain = page.getByRole('article', { name: 'Bluefin Blitz' })
    await expectTexts(plain, 'Starting Soon', 'Starts in 5 hours', 'Join this exciting fishing tournament')
    await eventually(page.getByText('Starts in 12 days')).toHaveCount(1)
  })

  test('shows an empty state in each section, and the first steps; the header has the pages and the account name', async () => {
    const page = await empty.open('/', { signedIn: { firstName: 'Ana' } })
    const header = page.getByRole('banner')
    const links = await header
      .getByRole('link')
      .filter({ visible: true })
      .evaluateAll(anchors => anchors.map(link => [link.textContent, link.getAttribute('href')]))
    expect(links).toEqual([
      ['Reelstake', '/'],
      ['Tournaments', '/'],
      ['Crew Videos', '/crew-videos'],
      ['My Funding', '/my-funding'],
      ['Boats', '/boats'],
      ['My Tournaments', '/my-tournaments'],
      // Without a number the second word is hidden.
      ['Notifications unread', '/notices'],
      ['Add a Boat', '/add-boat'],
      ['Create Tournament', '/create-tournament'],
      [expect.stringMatching(/Ana$/), '/account'],
      ['Sign Out', '/api/logout'],
    ])
    await eventually(header.locator('[aria-current=page]')).toHaveText(['Tournaments'])
    for (const text of [
      'No updates yet',
      'Tournament updates will appear here once boats start posting',
      'No rankings yet',
      'Tournament rankings will appear here once competitions begin',
    ])
      await untilText(page, text)
    await page.setViewportSize({ width: 320, height: 800 })
    for (const kind of ['upcoming', 'active', 'past'])
      await expectTexts(page, `No ${kind} tournaments at the moment.`)
    await eventually(page.getByText('Check back soon for new fishing tournaments!')).toHaveCount(3)
    await expectAccessible(page)
    const steps = page.getByRole('region', { name: 'Set Up Your Marina' }).getByRole('listitem')
    await eventually(steps).toHaveCount(3)
    await steps.getByRole('link', { name: 'Create a tournament' }).click()
    await page.waitForURL(`${empty.url}/create-tournament`)
  })
})

test.each([
  '/tournament/1',
  '/create-tournament',
  '/funding/1',
  '/crew',
  '/boats',
  '/add-boat',
  '/my-funding?year=2026',
])('302: %s sends a visitor to sign in and back', async path => {
  const response = await fetch(empty.url + path, { redirect: 'manual' })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`)
})

describe('header', () => {
  test.each([
    ['home, with React', '/', true, ['Tournaments', 'Crew Videos', 'My Funding', 'Boats', 'My Tournaments']],
    ['404, without React', '/no/such/page', false, ['Tournaments', 'Crew Videos']],
  ] as const)('its menu works by keyboard at 360 px: %s', async (_name, path, signedIn, links) => {
    const page = await empty.open(path, { signedIn, width: 360, height: 740 })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const closing = page.locator('button[aria-label="Close menu"]:focus')
    await tabTo(page, 'Menu')
    expect(await menu.isVisible()).toBe(false)
    await page.keyboard.press('Enter')
    await closing.waitFor()
    for (const link of links) {
      await page.keyboard.press('Tab')
      expect(await focusedName(page)).toBe(link)
    }
    await axe(page)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    expect(await focusedName(page)).toBe('Menu')
    await page.keyboard.press('Enter')
    await menu.waitFor()
    await page.mouse.click(20, 400)
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await closing.waitFor()
    await page.keyboard.press('Shift+Tab')
    await menu.waitFor({ state: 'hidden' })
    expectClean(page, /status of 404/)
  })
})

test('a chosen theme stays, on pages with React and without', async () => {
  const page = await empty.open('/', { theme: 'light' })
  const theme = () => page.locator('html').getAttribute('data-theme')
  expect(await theme()).toBeNull()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  expect(await theme()).toBe('dark')
  expect(await html(empty, '/', { headers: { cookie: 'theme=dark' } })).toContain(
    '<html lang="en" data-theme="dark"',
  )
  await reload(page)
  expect(await theme()).toBe('dark')
  await eventually(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  const { cookie } = await empty.addMember({ firstName: null, email: 'crew@example.com' })
  await page.context().addCookies([cookie])
  await visit(page, `${empty.url}/`)
  expect(await theme()).toBe('dark')
  // The account has no first name.
  await page.getByRole('banner').getByRole('link', { name: 'crew@example.com' }).waitFor()
  await page.getByRole('radio', { name: 'System' }).check({ force: true })
  expect(await theme()).toBeNull()
})

test('prefetches a page on intent where the browser has no speculation rules', async () => {
  const page = await empty.open('/')
  await page.context().addInitScript(() => {
    HTMLScriptElement.supports = () => false
  })
  await reload(page)
  const hints = () =>
    page
      .locator('link[rel=prefetch]')
      .evaluateAll(elements => elements.map(link => link.getAttribute('href')))
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).hover()
  await page.getByRole('banner').getByRole('link', { name: 'Join Now' }).hover()
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).hover()
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).hover()
  expect(await hints()).toEqual(['/login', '/login?mode=signup'])
})

describe('server HTML', () => {
  const screens = [
    ['gate', () => lockedSite, '/', false],
    ['landing page with samples', () => empty, '/', false],
    ['landing page in the season', () => season, '/', false],
    ['404', () => empty, '/no/such/page', false],
    ['home page', () => season, '/', true],
    ['home page without tournaments', () => empty, '/', true],
  ] as const

  test.each(screens)('%s: no style attributes and inline handlers', async (_name, site, path, member) => {
    const response = await site().call(member ? await site().addMember() : null, 'GET', path)
    const text = await response.text()
    const markup = text.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
    expect(markup).not.toMatch(/<[^>]+\sstyle=/)
    expect(markup).not.toMatch(/<[^>]+\son[a-z]+=/)
  })
})
