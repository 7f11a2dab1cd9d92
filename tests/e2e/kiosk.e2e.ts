import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import type { EntryId, ImageId, TournamentId } from '#contract/ids.ts'
import { day, hour, minute } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import {
  axe,
  axeColors,
  eventually,
  expectAccessible,
  expectClean,
  expectNoSidewaysScroll,
  markAnimations,
  reload,
  type Site,
  serveSite,
  untilText,
  visit,
} from '../support/browser.ts'
import { addEntry, addTournament, addUpdate, setRules } from '../support/factories.ts'
import { dot } from '../support/picture.ts'
import { addPost } from '../support/posts.ts'
import { heaviestRules } from '../support/protest-world.ts'
import { changeRows } from '../support/rows.ts'
import { moveTournament } from '../support/states.ts'

const screen = { width: 1920, height: 1080 }
/** Later tests can use its page again, since it has no service worker. */
const plainScreen = { ...screen, worker: false }

const site = serveSite()
const empty = serveSite()
const now = Date.parse('2026-11-21T12:00:00.000Z')
/** More than a test lasts: the page's clock goes on, and times are shown to the hour. */
const aside = 5 * minute
let openId: TournamentId
let winterId: TournamentId
const entries: EntryId[] = []

beforeAll(async () => {
  site.setNow(now)
  openId = await addTournament(site.db, {
    name: 'White Marlin Open',
    starts_at: now - day,
    ends_at: now + 2.5 * day + aside,
    prize_pool_cents: 12_500_000,
  })
  for (let n = 1; n <= 12; n++)
    entries.push(
      await addEntry(
        site.db,
        {
          tournament_id: openId,
          current_position: n,
          best_catch: JSON.stringify({ weight: 400 - n, species: 'Blue Marlin' }),
        },
        { name: `Boat ${n}` },
      ),
    )
  winterId = await addTournament(site.db, {
    name: 'Winter Cup',
    starts_at: now + 12.5 * day + aside,
    ends_at: now + 14 * day,
  })
  await addEntry(site.db, { tournament_id: winterId, current_funding_cents: 330_000 }, { name: 'Early Bird' })
})

const board = (page: Page) => page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')
const boats = (page: Page) =>
  board(page).locator('p:first-child').filter({ hasText: /^Boat/ }).allTextContents()

/** Once the screen knows how many rows have room. */
const rangeText = (page: Page) => page.getByText('Boats 1–7 of 12')

const expectDecoded = async (image: Locator) =>
  expect(
    await image.evaluate((element: HTMLImageElement) =>
      element.decode().then(() => element.naturalWidth > 0),
    ),
  ).toBe(true)

/** The screen of a tournament with an old update and a clip. */
async function openWithClip() {
  const cup = await addTournament(site.db, { starts_at: now - day, ends_at: now + 3 * day })
  const entry = await addEntry(site.db, { tournament_id: cup }, { name: 'Sea Esta' })
  await addUpdate(site.db, { entry_id: entry, content: 'Lines in.', created_at: now - day / 24 })
  const { boat_id } = await site.db
    .selectFrom('entries')
    .select('boat_id')
    .where('id', '=', entry)
    .executeTakeFirstOrThrow()
  await addPost(site.db, { boat_id, caption: 'Look at that fish.', published_at: now })
  return site.open(`/kiosk/${cup}`, plainScreen)
}

describe('the screen', () => {
  test('a visitor sees the tournament, its time and prize, as many boats as fit, and its QR code', async () => {
    const page = await site.open('/kiosk', plainScreen)
    await page.getByRole('heading', { level: 1, name: 'White Marlin Open' }).waitFor()
    for (const text of ['2 d 12 h left', '$125,000', 'Boats 1–7 of 12', 'Scan to back a boat'])
      await page.getByText(text, { exact: true }).waitFor()
    expect(await boats(page)).toEqual(['Boat 1', 'Boat 2', 'Boat 3', 'Boat 4', 'Boat 5', 'Boat 6', 'Boat 7'])
    const code = page.getByRole('img', { name: 'QR code of the page of White Marlin Open' })
    await expectDecoded(code)
    // Legible from 5 m on a 43-inch screen: 25 mm cap height.
    const size = await board(page)
      .first()
      .locator('p')
      .first()
      .evaluate(row => Number.parseFloat(getComputedStyle(row).fontSize))
    expect(size).toBeGreaterThanOrEqual(56)
  })

  test('turns its pages automatically, pauses, and obeys the arrow keys', async () => {
    const page = await site.open(`/kiosk/${openId}`, plainScreen)
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
  })

  test('shows the funding of each boat before the start, and no account name, because the screen caches it', async () => {
    const member = { email: 'ana@example.com' }
    const page = await site.open(`/kiosk/${winterId}`, { ...plainScreen, signedIn: member })
    await page.getByText('Starts in 12 d 12 h').waitFor()
    expect(await board(page).allInnerTexts()).toEqual([expect.stringContaining('33%')])
    await page.getByRole('progressbar', { name: 'Funding of Early Bird' }).waitFor()
    expect(await page.content()).not.toContain('ana@example.com')
  })

  test('has panels for three boats, names the tournament of other updates, says what was cancelled, and 404 with a link to the current one', async () => {
    const cup = { starts_at: now - day, ends_at: now - day / 2 }
    const small = await addTournament(site.db, { name: 'Small Cup', ...cup })
    const entry = await addEntry(site.db, { tournament_id: small }, { name: 'Solo' })
    for (const name of ['Duo', 'Trio']) await addEntry(site.db, { tournament_id: small }, { name })
    const page = await site.open(`/kiosk/${small}`, plainScreen)
    const panels = await board(page).evaluateAll(all => all.map(each => each.clientHeight))
    expect(panels.filter(height => height > screen.height / 2)).toHaveLength(3)
    await axe(page)
    const captain = await site.addMember()
    const response = await fetch(`${site.url}/api/images`, {
      method: 'POST',
      headers: {
        'content-type': dot.mimeType,
        'sec-fetch-site': 'same-origin',
        cookie: `${captain.cookie.name}=${captain.cookie.value}`,
      },
      body: dot.buffer,
    })
    const { id: image_id }: { id: ImageId } = await response.json()
    await addUpdate(site.db, { entry_id: entry, content: 'Gaffed.', created_at: now, image_id })
    await visit(page, `${site.url}/kiosk`)
    await untilText(page, 'Small Cup')
    const picture = page.getByRole('complementary').locator(`img[src*="${image_id}"]`)
    expect(
      await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.clientHeight)),
    ).toBeGreaterThan(100)
    const cancelledCup = await addTournament(site.db, { cancelled_at: now, ...cup })
    await addEntry(site.db, { tournament_id: cancelledCup }, { name: 'Too Late' })
    await visit(page, `${site.url}/kiosk/${cancelledCup}`)
    await page.getByText('This tournament is cancelled').waitFor()
    await eventually(board(page)).toHaveCount(0)
    await visit(page, `${site.url}/kiosk/nope`)
    await page.getByText('Tournament Not Found').waitFor()
    expect(await page.getByRole('link', { name: 'What is on now' }).getAttribute('href')).toBe('/kiosk')
    await axe(page)
    expectClean(page, /404/)
  })

  test('shows updates, a clip and fundings in turn while there is no fresh update', async () => {
    const page = await openWithClip()
    // Neither arrives nor fails.
    await page.route('**/media/**', () => {})
    await page.clock.install()
    await reload(page)
    await page.getByText('Lines in.').waitFor()
    await page.clock.runFor(12_000)
    await page.getByText('Look at that fish.').waitFor()
    await page.clock.runFor(12_000)
    await page.getByRole('progressbar', { name: 'Funding of Sea Esta' }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(60_000)
    await page.getByRole('progressbar', { name: 'Funding of Sea Esta' }).waitFor()
  })

  test('tries a clip again that could not be played while the network was gone', async () => {
    const page = await openWithClip()
    const clip = page.getByText('Look at that fish.')
    await page.route('**/media/**', route => route.abort())
    await page.clock.install()
    await reload(page)
    await page.getByText('Lines in.').waitFor()
    await Promise.all([page.waitForEvent('requestfailed'), page.clock.runFor(12_000)])
    await clip.waitFor({ state: 'detached' })
    // Neither arrives nor fails.
    await page.route('**/media/**', () => {})
    await Promise.all([
      page.waitForResponse(response => response.url().includes('/api/crew/posts/public')),
      page.clock.fastForward(1_800_000),
    ])
    while (!(await clip.isVisible())) await page.clock.runFor(1000)
    expectClean(page, /ERR_FAILED/)
  })

  test('loads a part again that failed when it was first needed', async () => {
    const cup = await addTournament(site.db, { starts_at: now - day, ends_at: now + 3 * day })
    await setRules(site.db, cup, heaviestRules(), (await site.addMember()).userId)
    const page = await site.open(`/kiosk/${cup}`, plainScreen)
    await site.untilWatched(page)
    await page.clock.install()
    const path = `**/api/tournaments/${cup}/results`
    let refusals = 0
    await page.route(path, route => {
      refusals += 1
      return route.fulfill({ status: 503, body: '' })
    })
    await moveTournament(site.db, { starts_at: now - 2 * day, ends_at: now - 2 * hour }, cup)
    // It tries four times.
    while (refusals < 4) await page.clock.runFor(1000)
    await page.unroute(path)
    const results = page.getByText('Results are provisional')
    while (!(await results.isVisible())) await page.clock.runFor(1000)
    expectClean(page, /503/)
  })

  test('shows that there are no rankings', async () => {
    const page = await empty.open('/kiosk', plainScreen)
    await page.getByText('No rankings yet').waitFor()
    await axe(page)
  })
})

/** The site behind a port that can close and reopen. */
function withDowntime(inner: Site) {
  const open = (port = 0) =>
    Bun.serve({
      port,
      idleTimeout: 0,
      fetch: request => {
        const { pathname, search } = new URL(request.url)
        return fetch(inner.url + pathname + search, {
          method: request.method,
          headers: request.headers,
          redirect: 'manual',
          decompress: false,
          signal: request.signal,
        })
      },
    })
  let proxy = open()
  const port = proxy.port ?? 0
  return {
    outer: { ...inner, url: `http://localhost:${port}` },
    close: () => proxy.stop(true),
    open: () => {
      proxy = open(port)
    },
  }
}

const weigh = (site: Site, id: EntryId, weight: number) =>
  changeRows(site.db, 'entries', { best_catch: JSON.stringify({ weight, species: 'Wahoo' }) }, { id })

const untilCached = (page: Page, path: string) =>
  page.evaluate(async url => {
    while (!(await caches.match(url))) await new Promise(requestAnimationFrame)
  }, path)

const networkErrors =
  /ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/

describe('updates', () => {
  test('a new leader appears without a reload, takes the screen, slides to its place and stays marked', async () => {
    const page = await site.open(`/kiosk/${openId}`, plainScreen)
    await site.untilWatched(page)
    await markAnimations(page)
    await page.clock.install()
    const [first, second] = entries
    if (!first || !second) throw new Error('two boats are needed')
    await inTransaction(site.db, async trx => {
      await changeRows(trx, 'entries', { current_position: 2 }, { id: first })
      await changeRows(
        trx,
        'entries',
        { current_position: 1, best_catch: JSON.stringify({ weight: 431.75, species: 'Wahoo' }) },
        { id: second },
      )
    })
    await page.getByText('Boat 2 leads White Marlin Open with 431.75 lbs.').waitFor({ state: 'attached' })
    const takeover = page.locator('[data-takeover]')
    await page.clock.runFor(2000)
    expect(await takeover.textContent()).toContain('431.75 lbs')
    expect((await boats(page)).slice(0, 2)).toEqual(['Boat 2', 'Boat 1'])
    await eventually(page.locator('li[data-slid]')).toHaveCount(2)
    await page.clock.runFor(6100)
    await takeover.waitFor({ state: 'detached' })
    const mark = page.getByText('New leader · Captain Ana Reyes')
    await eventually(mark).toHaveCount(1)
    await page.getByText('32.75 lbs behind the leader').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(52_000)
    await mark.waitFor({ state: 'detached' })
  })
})

describe('the network', () => {
  test('fails: the screen keeps the last data with their age, and catches up without a reload', async () => {
    const { outer, close, open } = withDowntime(site)
    const page = await outer.open(`/kiosk/${openId}`, screen)
    await site.untilWatched(page)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const before = await boats(page)
    await close()
    await page
      .getByText(/^No connection\. Last update /)
      .first()
      .waitFor()
    expect(await boats(page)).toEqual(before)
    await axe(page)
    const [, , third] = entries
    if (!third) throw new Error('a third boat is needed')
    await weigh(site, third, 333.25)
    open()
    await page.getByText('333.25 lbs').waitFor()
    await page
      .getByText(/^No connection\. Last/)
      .first()
      .waitFor({ state: 'detached' })
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expectClean(page, networkErrors)
    await close()
  })

  test('fails during the check for a new build: the page stays; before a reload: it shows its last data and their age', async () => {
    const { outer, close, open } = withDowntime(site)
    const page = await outer.open(`/kiosk/${openId}`, screen)
    await page.evaluate(async () => {
      const { serviceWorker } = navigator
      if (!serviceWorker.controller)
        await new Promise(resolve => serviceWorker.addEventListener('controllerchange', resolve))
    })
    await untilCached(page, `/kiosk/${openId}`)
    await rangeText(page).waitFor()
    const before = await boats(page)
    await close()
    const answer = await page.evaluate(() =>
      fetch(location.href).then(
        ({ status }) => status,
        () => 'none',
      ),
    )
    expect(answer).toBe('none')
    await page.reload()
    await page
      .getByText(/^No connection\. Last update /)
      .first()
      .waitFor()
    await rangeText(page).waitFor()
    expect(await boats(page)).toEqual(before)
    expect(
      await page
        .getByRole('img', { name: 'QR code of the page of White Marlin Open' })
        .evaluate((image: HTMLImageElement) => image.decode().then(() => true)),
    ).toBe(true)
    open()
    await page
      .getByText(/^No connection\. Last/)
      .first()
      .waitFor({ state: 'detached' })
    expectClean(page, networkErrors)
    await close()
  })

  test('the cache drops files of older builds, and none that the page needs', async () => {
    const page = await site.open('/kiosk', screen)
    await untilCached(page, '/kiosk')
    // Builds after the page's oldest files, such as its fonts.
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (let n = 1; n <= 200; n++) await cache.put(`/assets/old-${n}.js`, new Response(''))
      }
    })
    await reload(page)
    const cachedFiles = await page.evaluate(async () => {
      while (await caches.match('/assets/old-1.js')) await new Promise(requestAnimationFrame)
      const html = await (await caches.match('/kiosk'))?.text()
      const files = [...new Set(html?.match(/\/assets\/[\w.-]+/g))]
      const cached = await Promise.all(files.map(file => caches.match(file)))
      return { files: files.length > 0, missing: files.filter((_, index) => !cached[index]) }
    })
    expect(cachedFiles).toEqual({ files: true, missing: [] })
  })

  test('is not up yet: the screen waits and starts automatically', async () => {
    const { outer, close, open } = withDowntime(site)
    const page = await outer.open('/kiosk', screen)
    await untilCached(page, '/kiosk')
    await close()
    await page.goto(`${outer.url}/kiosk/${winterId}`)
    await page.getByRole('heading', { name: 'Waiting for the network' }).waitFor()
    open()
    await page.getByRole('heading', { name: 'Winter Cup' }).waitFor()
    expectClean(page, networkErrors, /503/)
    await close()
  })
})

describe('the board at the dock', () => {
  test('prints the tournament and its QR code on one sheet, from a button; 404 for a missing one', async () => {
    const page = await site.open(`/tournament/${openId}/board`)
    await page.getByRole('heading', { level: 1, name: 'White Marlin Open' }).waitFor()
    const code = page.getByRole('img', { name: 'QR code of the page of White Marlin Open' })
    await expectDecoded(code)
    await eventually(page.getByText('$125,000')).toHaveCount(1)
    for (const text of ['From $10', 'of the winnings to backers', 'goal'])
      await page.getByText(text, { exact: true }).waitFor()
    await page.getByText(`${new URL(site.url).host}/tournament/${openId}`, { exact: true }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText('Print this page').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Print' }).click()
    await eventually(page.locator('body[data-printed]')).toHaveCount(1)

    const { boat_id } = await site.db.selectFrom('entries').select('boat_id').executeTakeFirstOrThrow()
    const long = await addTournament(site.db, {
      name: 'The Very Long Name of a Tournament '.repeat(7).trim(),
    })
    await addEntry(site.db, { tournament_id: long })
    for (const path of [
      `/tournament/${openId}/board`,
      `/tournament/${long}/board`,
      `/boat/${boat_id}/poster`,
    ]) {
      if (!page.url().endsWith(path)) await visit(page, site.url + path)
      for (const format of ['A4', 'Letter']) {
        const pdf = (await page.pdf({ format })).toString('latin1')
        expect([path, format, pdf.match(/\/Type\s*\/Page\b/g)?.length]).toEqual([path, format, 1])
      }
    }
    await visit(page, `${site.url}/tournament/nope/board`)
    await page.getByRole('heading', { level: 1, name: 'Tournament Not Found' }).waitFor()
    await axe(page)
    expectClean(page, /404/)
  })

  test('a boat has one too, with its picture and captain', async () => {
    const { boat_id } = await site.db.selectFrom('entries').select('boat_id').executeTakeFirstOrThrow()
    const page = await site.open(`/boat/${boat_id}`, { width: 320 })
    await page.getByRole('link', { name: 'QR Code' }).click()
    await page.waitForURL(`**/boat/${boat_id}/poster`)
    await expectDecoded(page.getByRole('img', { name: 'QR code of the page of Boat 1' }))
    await page.getByText('Captain: ', { exact: false }).waitFor()
    await page.getByText(`${new URL(site.url).host}/boat/${boat_id}`, { exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
    await visit(page, `${site.url}/boat/nope/poster`)
    await page.getByRole('heading', { level: 1, name: 'Boat Not Found' }).waitFor()
    expectClean(page, /404/)
  })
})

/** Texts whose letters reach over the edge at which they are cut off. */
const cutLetters = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(p, h1, h3)')]
      .filter(each => {
        const { overflowY, webkitLineClamp } = getComputedStyle(each)
        const isCut = overflowY !== 'visible' && webkitLineClamp === 'none'
        return isCut && each.clientHeight > 1 && each.scrollHeight > each.clientHeight
      })
      .map(each => each.textContent),
  )

test('the screen is clean at every size', async () => {
  const page = await site.open('/kiosk', plainScreen)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await axeColors(page)
  for (const [width, height] of [
    [1920, 1080],
    [1080, 1920],
    [720, 1280],
    [540, 960],
    [1280, 720],
    [768, 1024],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expectNoSidewaysScroll(page)
    // Phones and tablets scroll.
    if (width === 768 || width === 360) expect([width, await board(page).count()]).toEqual([width, 12])
    // Neither the page nor a row is cut off.
    else {
      const overflow = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
      expect([width, overflow]).toEqual([width, 0])
      const code = await page.getByRole('img', { name: /^QR code of the page/ }).boundingBox()
      expect(code && code.y + code.height < height).toBe(true)
    }
    expect([width, await cutLetters(page)]).toEqual([width, []])
  }
  await axeColors(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await axe(page)
})

describe('names and weights', () => {
  const names = [
    'Second Mortgage',
    'Tide & Prejudice',
    'Reel Deal',
    'Saltwater Ledger',
    'Hook, Line and Sinker II',
    'Fishful Thinking of Ocean City',
  ]

  /** Texts that leave their row or are cut, and boats that don't overlap it. */
  const cut = () =>
    [...document.querySelectorAll('main ol > li')].flatMap(row => {
      const frame = row.getBoundingClientRect()
      if (frame.height === 0) return []
      return [...row.querySelectorAll('p')].flatMap(text => {
        const { top, bottom, left, right } = text.getBoundingClientRect()
        const isInside =
          top >= frame.top - 2 && bottom <= frame.bottom + 2 && left >= frame.left && right <= frame.right
        const isWhole = text.scrollWidth <= text.clientWidth + 1 && text.scrollHeight <= text.clientHeight + 4
        return isInside && isWhole ? [] : [text.textContent ?? '']
      })
    })

  /** Names that are no larger than what is below them. */
  const smallNames = () =>
    [...document.querySelectorAll('main ol > li')].flatMap(row => {
      const [name, below] = row.querySelectorAll('p')
      const sizes = [name, below].map(text => (text ? Number.parseFloat(getComputedStyle(text).fontSize) : 0))
      const [own = 0, other = 0] = sizes
      return own > other || row.clientHeight === 0 ? [] : [name?.textContent]
    })

  test('are whole for 1 to 60 boats, from 1024 × 768 to 4K', async () => {
    const page = await site.open('/kiosk', plainScreen)
    for (const count of [1, 2, 3, 4, 5, 6, 9, 14, 60]) {
      const id = await addTournament(site.db)
      for (let n = 0; n < count; n++)
        await addEntry(
          site.db,
          {
            tournament_id: id,
            current_position: n + 1,
            best_catch: JSON.stringify({ weight: 1012.25 - n * 3.75, species: 'Blue Marlin' }),
          },
          { name: names[n % names.length] ?? '', captain_name: 'Dr. Amara Obiechina' },
        )
      await page.setViewportSize({ width: 1024, height: 768 })
      await visit(page, `${site.url}/kiosk/${id}`)
      for (const [width, height] of [
        [1024, 768],
        [1280, 720],
        [1920, 1080],
        [3840, 2160],
        [1080, 1920],
        [720, 1280],
        [540, 960],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.evaluate(() => document.fonts.ready)
        await page.evaluate(() => new Promise(requestAnimationFrame))
        expect([count, width, await page.evaluate(cut)]).toEqual([count, width, []])
        expect([count, width, await page.evaluate(smallNames)]).toEqual([count, width, []])
      }
    }
  })
})
