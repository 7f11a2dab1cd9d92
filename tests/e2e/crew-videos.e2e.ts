import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { BoatId, EntryId, PostId, TournamentId, VideoId } from '#contract/ids.ts'
import { hour, minute } from '#contract/time.ts'
import {
  axe,
  eventually,
  expectAccessibleEverywhere,
  expectClean,
  layoutShift,
  type Member,
  ready,
  reload,
  serveSite,
} from '../support/browser.ts'
import { addBoat, addEntry, addTournament } from '../support/factories.ts'
import { clip } from '../support/media.ts'
import { addPost, addStake, addVideoRow } from '../support/posts.ts'
import { changeRows, removeRows } from '../support/rows.ts'
import { uploadVideo } from '../support/site-videos.ts'

const site = serveSite()
const empty = serveSite()
let crew: Member
let organiser: Member
let backer: Member
let tournament: TournamentId
let boat: BoatId
let reelDeal: EntryId
let tall: VideoId
let wide: VideoId
/** Newest first: two pages of 24 and one post on the third. */
const posts: PostId[] = []
let forBackers: PostId
const captions = [
  'White marlin on the long rigger',
  null,
  'Running out before dawn',
  'Double hookup!',
] as const
const tags = ['Catch', 'Hookup', 'Run', 'Other'] as const

const captionOf = (n: number) => (n % 4 === 1 ? null : `${captions[n % 4] ?? ''} ${n}`)

beforeAll(async () => {
  crew = await site.addMember()
  organiser = await site.addMember({ firstName: 'Olga' })
  backer = await site.addMember({ firstName: 'Ben' })
  tall = await uploadVideo(site, crew, clip({ seconds: 10, size: '180x320', kind: 'mp4' }))
  wide = await uploadVideo(site, crew, clip({ seconds: 11, size: '320x180', kind: 'mp4' }))
  tournament = await addTournament(site.db, { organiser_id: organiser.userId })
  boat = await addBoat(site.db, { name: 'Reel Deal' })
  reelDeal = await addEntry(site.db, {
    tournament_id: tournament,
    boat_id: boat,
    current_position: 2,
    best_catch: JSON.stringify({ weight: 412.5, species: 'Blue Marlin' }),
  })
  await addEntry(site.db, { tournament_id: tournament }, { name: 'Old Salt' })
  await addStake(site.db, { entry_id: reelDeal, backer_id: backer.userId })
  const now = Date.now()
  for (let n = 0; n < 49; n++)
    posts.push(
      await addPost(site.db, {
        author_id: crew.userId,
        video_id: n % 3 === 1 ? wide : tall,
        boat_id: n < 8 ? boat : null,
        tag: tags[n % 4] ?? 'Other',
        caption: captionOf(n),
        published_at: now - n * hour - minute,
      }),
    )
  forBackers = await addPost(site.db, {
    author_id: crew.userId,
    video_id: tall,
    boat_id: boat,
    visibility: 'Backers',
    caption: 'Only for those who paid',
    published_at: now - 2 * minute,
  })
})

const cards = (page: Page) => page.getByRole('list', { name: 'Crew videos' }).getByRole('listitem')
const card = (page: Page, n: number) => page.locator(`#video-${posts[n]}`)
const player = (page: Page) => page.getByRole('dialog').first()
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)
const post = (n: number): PostId => {
  const id = posts[n]
  if (!id) throw new Error(`there is no post ${n}`)
  return id
}
const watching = (page: Page, n: number) => page.waitForURL(url => url.pathname === `/crew-videos/${post(n)}`)
const video = (page: Page) =>
  page.locator('dialog video, [role=dialog] video').evaluate((element: HTMLVideoElement) => ({
    time: element.currentTime,
    paused: element.paused,
    width: element.videoWidth,
    length: element.duration,
  }))

const hasPicture = (page: Page) =>
  page.waitForFunction(() => {
    const element = document.querySelector('[role=dialog] video')
    return element instanceof HTMLVideoElement && element.readyState >= 2
  })

async function openFirst(page: Page, n = 0) {
  await card(page, n).click()
  await player(page).waitFor()
  await hasPicture(page)
}

describe('/crew-videos', () => {
  test('200: the HTML contains the cards, also for visitors', async () => {
    const html = await (await fetch(`${site.url}/crew-videos`)).text()
    expect(html).toContain('<title>Crew Videos · Reelstake</title>')
    expect(html).toContain('White marlin on the long rigger 0')
    expect(html).not.toContain('Only for those who paid')
    expect(html.indexOf('White marlin on the long rigger 0')).toBeLessThan(html.indexOf('</main>'))
  })

  test('200: shows that there are no videos', async () => {
    const page = await empty.open('/crew-videos')
    await page.getByText('No videos available yet').waitFor()
    await axe(page)
  })

  test('shows tag, duration, caption and age, and nothing moves while it loads', async () => {
    const page = await site.open('/crew-videos')
    const first = cards(page).first()
    expect(await first.textContent()).toContain('White marlin on the long rigger 0')
    expect(await first.textContent()).toContain('Catch')
    expect(await first.textContent()).toContain('0:10')
    expect(await first.textContent()).toContain('Reel Deal · 1 minute ago')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('ul[aria-label="Crew videos"] img')]
        .slice(0, 5)
        .every(image => image instanceof HTMLImageElement && image.naturalWidth > 0),
    )
    expect((await layoutShift(page)).score).toBeLessThan(0.01)
    await expectAccessibleEverywhere(page, 'crew-videos', [360, 768, 1280])
  })

  test('filters in the address; back, reload and a link keep it', async () => {
    const page = await site.open('/crew-videos')
    await page.getByRole('link', { name: 'Runs' }).click()
    expect(pathOf(page)).toBe('/crew-videos?tag=Run')
    await page.getByText('Running out before dawn 2', { exact: true }).waitFor()
    await eventually(cards(page)).toHaveCount(12)
    expect(await page.getByRole('link', { name: 'Runs' }).getAttribute('aria-current')).toBe('page')
    await reload(page)
    await eventually(cards(page)).toHaveCount(12)
    await page.goBack()
    await card(page, 0).waitFor()
    expect(pathOf(page)).toBe('/crew-videos')
    expect(await (await fetch(`${site.url}/crew-videos?tag=Nonsense`)).text()).toContain('long rigger 0')
  })

  test('loads more on scroll, to the end', async () => {
    const page = await site.open('/crew-videos', { width: 360, height: 640 })
    await eventually(cards(page)).toHaveCount(24)
    for (const count of [48, 49]) {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await cards(page)
        .nth(count - 1)
        .waitFor({ state: 'attached' })
    }
    await eventually(cards(page)).toHaveCount(49)
    await eventually(page.getByRole('button', { name: 'Show more videos' })).toHaveCount(0)
  })

  test('loads more by its button, focuses the first new card, and can retry after an error', async () => {
    const page = await site.open('/crew-videos', { height: 500 })
    await page.route('**/api/crew/posts/public?cursor=*', route => route.fulfill({ status: 400, body: '{}' }))
    const more = page.getByRole('button', { name: 'Show more videos' })
    await more.focus()
    await page.getByText('More videos could not be loaded.').waitFor()
    await page.unroute('**/api/crew/posts/public?cursor=*')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await card(page, 24).waitFor()
    await page.waitForFunction(id => document.activeElement?.id === id, `video-${post(24)}`)
    expectClean(page, /status of 400/)
  })

  test('says so when the videos of a tag cannot be read', async () => {
    const page = await site.open('/crew-videos')
    await page.route('**/api/crew/posts/public?tag=*', route => route.fulfill({ status: 400, body: '{}' }))
    await page.getByRole('link', { name: 'Runs' }).click()
    await page.getByText('Failed to fetch videos', { exact: true }).waitFor()
    expectClean(page, /status of 400|400: /)
  })

  test('offers new videos without moving the current ones', async () => {
    const page = await site.open('/crew-videos', { width: 768 })
    await page.evaluate(() => scrollTo(0, 900))
    const place = () => card(page, 8).boundingBox()
    const before = await place()
    const fresh = await addPost(site.db, {
      author_id: crew.userId,
      video_id: tall,
      caption: 'Just landed',
      published_at: Date.now(),
    })
    try {
      const pill = page.getByRole('button', { name: '1 new video' })
      await pill.waitFor()
      expect(await place()).toEqual(before)
      await eventually(page.getByText('Just landed')).toHaveCount(0)
      await axe(page)
      await pill.click()
      expect(await cards(page).first().textContent()).toContain('Just landed')
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await pill.waitFor({ state: 'detached' })
    } finally {
      await removeRows(site.db, 'crew_posts', { id: fresh })
    }
    await page.getByText('Just landed').first().waitFor({ state: 'detached' })
  })
})

describe('the player', () => {
  test('opens over the page, names itself, and the back button closes it', async () => {
    const page = await site.open('/crew-videos?tag=Catch')
    await openFirst(page)
    expect(pathOf(page)).toBe(`/crew-videos/${post(0)}?tag=Catch`)
    expect(await page.title()).toBe('White marlin on the long rigger 0 · Reelstake')
    expect(await player(page).textContent()).toContain('White marlin on the long rigger 0')
    expect(await player(page).textContent()).toContain('1 minute ago')
    expect(await video(page)).toMatchObject({ paused: true, width: 180 })
    await page.goBack()
    await player(page).waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/crew-videos?tag=Catch')
    expect(await page.title()).toBe('Crew Videos · Reelstake')
    expect(await focusedId(page)).toBe(`video-${post(0)}`)
  })

  test('shows how the boat does, and leads to its funding while that is open', async () => {
    const page = await site.open('/crew-videos', { width: 390, height: 844 })
    await openFirst(page)
    const fund = player(page).getByRole('link', { name: 'Fund', exact: true })
    await player(page).getByRole('img', { name: '2nd place' }).waitFor()
    await player(page).getByText('412.5 lbs Blue Marlin').waitFor()
    expect(await fund.getAttribute('href')).toBe(`/funding/${reelDeal}`)
    await expectAccessibleEverywhere(page, 'player-standing', [320, 360, 390, 768, 1280])
    await changeRows(site.db, 'tournaments', { funding_closes_at: 1 }, { id: tournament })
    await reload(page)
    await player(page).getByRole('img', { name: '2nd place' }).waitFor()
    await eventually(fund).toHaveCount(0)
    await changeRows(site.db, 'tournaments', { funding_closes_at: null }, { id: tournament })
  })

  test('plays at once without reduced motion', async () => {
    const page = await site.open('/crew-videos')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openFirst(page)
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  })

  test('supports Space, arrows and Esc, leaves the keys to the focused video element, and returns the focus to the card of the last video', async () => {
    const page = await site.open('/crew-videos')
    await card(page, 0).focus()
    await page.keyboard.press('Enter')
    await player(page).waitFor()
    await hasPicture(page)
    await page.keyboard.press('Space')
    await page.waitForFunction(() => document.querySelector('video')?.paused === false)
    await page.keyboard.press('Space')
    await page.waitForFunction(() => document.querySelector('video')?.paused === true)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await watching(page, 1)
    await page.keyboard.press('ArrowDown')
    await watching(page, 2)
    await page.keyboard.press('ArrowUp')
    await watching(page, 1)
    await hasPicture(page)
    for (let steps = 0; steps < 10; steps++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate(() => document.activeElement?.tagName)) === 'VIDEO') break
    }
    await page.keyboard.press('ArrowRight')
    expect(pathOf(page)).toBe(`/crew-videos/${post(1)}`)
    await page.keyboard.press('Escape')
    await player(page).waitFor({ state: 'detached' })
    expect(await focusedId(page)).toBe(`video-${post(1)}`)
    // Watching several videos adds one history entry.
    expect(pathOf(page)).toBe('/crew-videos')
  })

  test('continues beyond the loaded page by its buttons', async () => {
    const page = await site.open('/crew-videos', { height: 500 })
    await card(page, 23).click()
    await player(page).getByRole('button', { name: 'Next video' }).click()
    await watching(page, 24)
    await player(page).getByRole('button', { name: 'Previous video' }).click()
    await watching(page, 23)
  })

  test('follows swipes', async () => {
    const page = await site.open('/crew-videos', { width: 360, height: 640 })
    await openFirst(page)
    const finger = await page.context().newCDPSession(page)
    const swipe = async (from: [number, number], to: [number, number]) => {
      const at = ([x, y]: [number, number]) => [{ x, y }]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe([180, 300], [185, 140])
    await watching(page, 1)
    await swipe([280, 200], [100, 205])
    await watching(page, 2)
    await swipe([180, 150], [182, 340])
    await watching(page, 1)
  })

  test('recovers from an expired link at the same second', async () => {
    // Longer than the browser buffers.
    const long = await uploadVideo(
      site,
      crew,
      clip({
        seconds: 40,
        size: '1280x720',
        kind: 'mp4',
        more: ['-b:v', '6M', '-minrate', '6M', '-g', '15'],
      }),
    )
    const postId = await addPost(site.db, { video_id: long, published_at: Date.now() - 90 * minute })
    const page = await site.open(`/crew-videos/${postId}`)
    await player(page).waitFor()
    await hasPicture(page)
    const statuses: number[] = []
    page.on('response', response => {
      if (response.url().includes('/media/') && response.status() === 403) statuses.push(response.status())
    })
    const bufferEnd = await page.evaluate(() => {
      const { buffered: ranges } = document.querySelector('video') ?? { buffered: null }
      return ranges && ranges.length > 0 ? ranges.end(ranges.length - 1) : 0
    })
    expect(bufferEnd).toBeLessThan(35)
    site.setNow(Date.now() + 3601_000)
    try {
      await page.evaluate(() => {
        const element = document.querySelector('video')
        if (element) element.currentTime = 37
      })
      await page.waitForFunction(() => {
        const element = document.querySelector('video')
        return element && element.error === null && element.readyState >= 2 && element.currentTime >= 37
      })
      expect(statuses).toContain(403)
      expect((await video(page)).time).toBeCloseTo(37, 0)
      await eventually(page.getByText('This video could not be loaded.')).toHaveCount(0)
      // The old link answers 403, and the list requests its posters again.
      await page.keyboard.press('Space')
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 37.2)
      expectClean(page, /status of 403/)
    } finally {
      site.setNow(Date.now())
      await removeRows(site.db, 'crew_posts', { id: postId })
    }
  })

  test('shows a missing video, shows a load failure, and retries', async () => {
    const page = await site.open('/crew-videos')
    await page.route('**/media/*/web*', route => route.fulfill({ status: 403, body: '' }))
    await page.route('**/media/*/original*', route => route.fulfill({ status: 403, body: '' }))
    await page.route('**/media/*/h264*', route => route.fulfill({ status: 403, body: '' }))
    await card(page, 0).click()
    await page.getByText('This video could not be loaded.').waitFor()
    await axe(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await hasPicture(page)
    await page.route('**/media/**', route => route.fulfill({ status: 403, body: '' }))
    await page.route('**/api/crew/posts/*', route => route.fulfill({ status: 404, body: '{}' }))
    await page.keyboard.press('ArrowRight')
    await page.getByText('This video was deleted.').waitFor()
    expectClean(page, /status of 40[34]/)
  })

  test('shows that a video is being processed and plays it when it is ready', async () => {
    const unready = await addVideoRow(site.db, { owner_id: crew.userId, status: 'processing', has_poster: 0 })
    const own = await addPost(site.db, { author_id: crew.userId, video_id: unready })
    const page = await site.open(`/crew-videos/${own}`, { member: crew })
    await page.getByText('This video is being processed. It will play here when it is ready.').waitFor()
    await axe(page)
    await changeRows(site.db, 'crew_posts', { video_id: tall }, { id: own })
    await hasPicture(page)
    await removeRows(site.db, 'crew_posts', { id: own })
  })
})

describe('/crew-videos/:id', () => {
  test('200: a post that is not on the first page has its title, its preview and its player', async () => {
    const response = await fetch(`${site.url}/crew-videos/${post(30)}`)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<title>Running out before dawn 30 · Reelstake</title>')
    expect(html).toContain('property="og:title" content="Running out before dawn 30 · Reelstake"')
    // Its data came with it.
    for (const path of [`/api/crew/posts/${post(30)}`, '/api/crew/posts/public'])
      expect(html).toContain(`[["${path}`)
    const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    const picture = await fetch(image.replaceAll('&amp;', '&'))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')

    const page = await site.open(`/crew-videos/${post(30)}`)
    await hasPicture(page)
    expect(await player(page).textContent()).toContain('Running out before dawn 30')
    await page.getByRole('button', { name: 'Close' }).click()
    await player(page).waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/crew-videos')
  })

  test('404 for a missing post and a backers-only post, above the public videos', async () => {
    for (const id of [forBackers, 'no-such-video']) {
      expect((await fetch(`${site.url}/crew-videos/${id}`)).status).toBe(404)
      const page = await site.open(`/crew-videos/${id}`)
      await page.getByRole('heading', { name: 'Video not found' }).waitFor()
      expect(
        await page.getByRole('link', { name: 'Sign in if you back the boat' }).getAttribute('href'),
      ).toBe(`/login?next=${encodeURIComponent(`/crew-videos/${id}`)}`)
      await eventually(cards(page)).toHaveCount(24)
      await eventually(page.getByRole('dialog')).toHaveCount(0)
      await axe(page)
      expectClean(page, /status of 404/)
    }
  })

  test('200: a backer sees a backers-only post without a share button', async () => {
    const page = await site.open(`/crew-videos/${forBackers}`, { member: backer })
    await hasPicture(page)
    expect(await player(page).textContent()).toContain('Only for those who paid')
    await eventually(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
  })
})

describe('moderation', () => {
  test('a visitor reports a video once, with a reason', async () => {
    const page = await site.open('/crew-videos', { width: 360, height: 740 })
    await openFirst(page, 3)
    await page.getByRole('button', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this video' })
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await dialog.getByText('Please choose a reason').waitFor()
    await axe(page)
    // The player's keyboard shortcuts are off in the dialog.
    await dialog.getByLabel('Anything to add? (optional)').fill('Swears a lot')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    expect(pathOf(page)).toBe(`/crew-videos/${post(3)}`)
    await dialog.getByLabel('It is offensive or harmful').check()
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await page.getByRole('button', { name: 'Reported' }).waitFor()
    const [row] = await site.db.selectFrom('crew_post_reports').selectAll().execute()
    expect(row).toMatchObject({ post_id: post(3), reason: 'It is offensive or harmful: Swears a lot' })
    await page.reload()
    await page.getByRole('button', { name: 'Reported' }).click({ force: true })
    await eventually(dialog).toHaveCount(0)
  })

  test('an organiser sees a reported video, removes it from the feed and restores it', async () => {
    const page = await site.open('/crew-videos', { member: organiser })
    const region = page.getByRole('region', { name: 'Reported Videos' })
    await region.getByText('“It is offensive or harmful: Swears a lot”').waitFor()
    await axe(page)
    await region.getByRole('link', { name: 'Double hookup! 3' }).click()
    await player(page).getByRole('button', { name: 'Take off the feed' }).click()
    await player(page).getByText('Off the feed').waitFor()
    const visitor = await site.open(`/crew-videos/${post(3)}`)
    await visitor.getByRole('heading', { name: 'Video not found' }).waitFor()
    expectClean(visitor, /status of 404/)
    await player(page).getByRole('button', { name: 'Put back' }).click()
    await player(page).getByRole('button', { name: 'Take off the feed' }).waitFor()
    await page.keyboard.press('Escape')
    await region.getByRole('button', { name: 'Keep it' }).click()
    await region.waitFor({ state: 'detached' })
  })
})

describe('the videos of a boat on the page of its tournament', () => {
  const path = () => `/tournament/${tournament}`
  const rowOf = (page: Page, name: string) =>
    page
      .getByRole('region', { name: 'Participating Boats' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })

  test('shows six and opens the rest; shows when there are none', async () => {
    const page = await site.open(path(), { member: backer })
    const own = rowOf(page, 'Reel Deal')
    const previews = own.getByRole('link', { name: /^Play/ })
    await own.getByRole('button', { name: '+3 more videos' }).waitFor()
    await eventually(previews).toHaveCount(6)
    const height = async () => (await own.first().boundingBox())?.height
    const before = await height()
    await own.getByRole('button', { name: '+3 more videos' }).press('Enter')
    await eventually(previews).toHaveCount(9)
    expect(await height()).toBe(before)
    expect(await focusedId(page)).toBe((await previews.nth(6).getAttribute('id')) ?? '')
    await rowOf(page, 'Old Salt').getByText('No crew videos yet. The crew will share updates soon!').waitFor()
    await axe(page)

    await page.route(/crew-posts\?limit=100/, route =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=7') }),
    )
    await reload(page)
    // The list has more than the pages that are read.
    await own.getByRole('button', { name: 'More videos', exact: true }).click()
    await eventually(previews).toHaveCount(7)
    await own.getByRole('button', { name: 'Show more videos' }).click()
    await previews.nth(8).waitFor()
    await eventually(own.getByRole('button', { name: 'Show more videos' })).toHaveCount(0)
  })

  test('plays one over the page, and the back button closes it', async () => {
    const page = await site.open(path(), { member: organiser })
    const first = rowOf(page, 'Reel Deal').getByRole('link', { name: /^Play/ }).first()
    await first.click()
    await hasPicture(page)
    // Backers-only posts are left out.
    expect(pathOf(page)).toBe(`${path()}?video=${post(0)}`)
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(url => url.searchParams.get('video') === post(1))
    await page.reload()
    await hasPicture(page)
    await page.goBack()
    await player(page).waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe(path())
    await first.waitFor()
  })

  test('hides the section when the videos cannot be loaded', async () => {
    const page = await site.open('/boats', { member: backer })
    await page.route('**/api/tournament-entries/*/crew-posts?*', route =>
      route.fulfill({ status: 403, body: '{}' }),
    )
    await page.goto(site.url + path())
    await ready(page)
    await page.getByRole('heading', { name: 'Crew Videos' }).first().waitFor({ state: 'detached' })
    expectClean(page, /status of 403/)
  })
})
