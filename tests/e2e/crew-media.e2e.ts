import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import type { VideoId } from '#contract/ids.ts'
import type { CrewPost } from '#contract/videos/crew-posts.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { expectClean, type Member, serveSite } from '../support/browser.ts'
import { closePhones, openCrewApp, pickFile, recordFor, untilItem } from '../support/crew.ts'
import { addBoat, addEntry } from '../support/factories.ts'
import { clip } from '../support/media.ts'
import { addPost, addStake } from '../support/posts.ts'
import { sendVideo, uploadVideo } from '../support/site-videos.ts'

const site = serveSite({ env: { MIN_FREE_MB: '0' } })
setDefaultTimeout(300_000)
let crew: Member
let film: VideoId
beforeAll(async () => {
  crew = await site.addMember()
  film = await uploadVideo(site, crew, clip({ seconds: 12 }))
})
afterEach(closePhones)

const jobs = () => site.runJobs()

const postFor = (page: Page, id: string): Promise<CrewPost | null> =>
  page.evaluate(async path => {
    const response = await fetch(path)
    return response.ok ? response.json() : null
  }, `/api/crew/posts/${id}`)

/** The browser's own request, without its cache. */
const fetchInPage = (page: Page, url: string, headers: Record<string, string> = {}) =>
  page.evaluate(
    async ([address, more]) => {
      const response = await fetch(address, { headers: more, cache: 'no-store' })
      const body = await response.arrayBuffer()
      return {
        status: response.status,
        bytes: body.byteLength,
        range: response.headers.get('content-range'),
        etag: response.headers.get('etag') ?? '',
        type: response.headers.get('content-type'),
      }
    },
    [url, headers] as const,
  )

describe('a video in a browser', () => {
  test('recorded by the app has a duration, can seek, and has a poster', async () => {
    const { phone, page } = await openCrewApp(site)
    await recordFor(page, 11)
    const item = await untilItem(page, ['READY_TO_POST'])
    await jobs()
    const id = await addPost(site.db, {
      author_id: phone.member.userId,
      video_id: item.meta.videoId as VideoId,
    })
    await page.goto(`${site.url}/crew/posts/${id}`)
    const player = page.locator('video')
    await player.waitFor()
    const playback = await player.evaluate(async element => {
      if (!(element instanceof HTMLVideoElement)) throw new Error('no video')
      element.pause()
      while (element.readyState < HTMLMediaElement.HAVE_METADATA) await new Promise(requestAnimationFrame)
      const sought = new Promise(resolve => element.addEventListener('seeked', resolve, { once: true }))
      element.currentTime = element.duration * 0.83
      await sought
      const { duration, currentTime, poster, videoWidth } = element
      return { duration, at: currentTime / duration, poster, videoWidth }
    })
    expect(Number.isFinite(playback.duration)).toBe(true)
    expect(playback.at).toBeCloseTo(0.83, 1)
    expect(playback.videoWidth).toBeGreaterThan(0)
    expect(await fetchInPage(page, playback.poster)).toMatchObject({ status: 200, type: 'image/jpeg' })
  })

  test('supports ranges: 206, the last bytes, 416, and If-Range with a matching and another ETag', async () => {
    const post = await addPost(site.db, { author_id: crew.userId, video_id: film })
    const page = await site.open('/crew-videos')
    const url = (await postFor(page, post))?.video.videoUrl ?? ''
    const whole = await fetchInPage(page, url)
    expect(whole.status).toBe(200)
    const size = whole.bytes
    expect(await fetchInPage(page, url, { range: 'bytes=10-19' })).toMatchObject({
      status: 206,
      bytes: 10,
      range: `bytes 10-19/${size}`,
    })
    expect(await fetchInPage(page, url, { range: 'bytes=-7' })).toMatchObject({
      status: 206,
      bytes: 7,
      range: `bytes ${size - 7}-${size - 1}/${size}`,
    })
    expect(await fetchInPage(page, url, { range: `bytes=${size}-` })).toMatchObject({
      status: 416,
      range: `bytes */${size}`,
    })
    const part = { range: 'bytes=0-9' }
    expect(await fetchInPage(page, url, { ...part, 'if-range': whole.etag })).toMatchObject({
      status: 206,
      bytes: 10,
    })
    expect(await fetchInPage(page, url, { ...part, 'if-range': '"another"' })).toMatchObject({
      status: 200,
      bytes: size,
    })
    expectClean(page, /status of 416/)
  })

  test('its link is valid for 3600 seconds and cannot be changed', async () => {
    const now = Date.now()
    site.setNow(now)
    try {
      const post = await addPost(site.db, { author_id: crew.userId, video_id: film })
      const page = await site.open('/crew-videos')
      const url = (await postFor(page, post))?.video.videoUrl ?? ''
      expect((await fetchInPage(page, url)).status).toBe(200)
      const { searchParams } = new URL(url, site.url)
      const longer = url.replace(/exp=\d+/, `exp=${Number(searchParams.get('exp')) + 3600}`)
      const other = url.replace(film, await uploadVideo(site, crew, clip({ seconds: 10 })))
      const withoutSignature = url.replace(/&sig=.*/, '')
      for (const variant of [longer, other, withoutSignature, url.replace(/\/\w+\?/, '/original?')])
        expect([variant, (await fetchInPage(page, variant)).status]).toEqual([variant, 403])
      site.setNow(now + 3_599_000)
      expect((await fetchInPage(page, url)).status).toBe(200)
      site.setNow(now + 3_601_000)
      expect((await fetchInPage(page, url)).status).toBe(403)
      expectClean(page, /status of 403/)
    } finally {
      site.setNow(Date.now())
    }
  })

  test('can be watched before it is posted, also after its first link has expired', async () => {
    const { page } = await openCrewApp(site, { camera: 'none' })
    await pickFile(page, clip({ seconds: 11 }))
    const item = await untilItem(page, ['READY_TO_POST'])
    await jobs()
    site.setNow(Date.now() + 3_601_000)
    try {
      await page.goto(`${site.url}/crew/compose/${item.id}`)
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 0)
      expect(await page.getByText('This video could not be loaded.').count()).toBe(0)
      expectClean(page, /status of 403/)
    } finally {
      site.setNow(Date.now())
    }
  })

  test('for backers is in no public list, and only backers get its link', async () => {
    const backer = await site.addMember()
    const boat_id = await addBoat(site.db)
    const entry = await addEntry(site.db, { boat_id })
    await addStake(site.db, { backer_id: backer.userId, entry_id: entry })
    const post = await addPost(site.db, {
      author_id: crew.userId,
      video_id: film,
      visibility: 'Backers',
      boat_id,
    })
    const outsider = await site.addMember()
    for (const member of [undefined, outsider]) {
      const page = await site.open('/crew-videos', member ? { member } : {})
      const lists = await page.evaluate(async id => {
        const paths = ['/api/crew/posts/public', `/api/tournament-entries/${id}/crew-posts`]
        return Promise.all(paths.map(async path => (await fetch(path)).text()))
      }, entry)
      expect(lists.filter(text => text.includes(post))).toEqual([])
      expect(await postFor(page, post)).toBeNull()
      expectClean(page, /status of 40[14]/)
    }
    const page = await site.open('/crew-videos', { member: backer })
    const url = (await postFor(page, post))?.video.videoUrl ?? ''
    expect((await fetchInPage(page, url)).status).toBe(200)
  })

  test('shows its crew that it is being prepared until it is public', async () => {
    const { page } = await openCrewApp(site, { camera: 'none' })
    await pickFile(page, clip({ seconds: 11 }))
    const item = await untilItem(page, ['READY_TO_POST'])
    const post = await page.evaluate(async videoId => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ videoId, visibility: 'Public', caption: 'Sails up' })
      return (await (await fetch('/api/crew/posts', { method: 'POST', headers, body })).json()).id
    }, item.meta.videoId)
    for (const path of [`/crew/compose/${item.id}`, '/crew/posts', `/crew/posts/${post}`]) {
      await page.goto(site.url + path)
      await page.getByText(videoTexts.preparingPost).waitFor()
    }
    const list = () =>
      page.evaluate(async () => (await (await fetch('/api/crew/posts/public')).json()) as CrewPost[])
    expect((await list()).map(({ id }) => id)).not.toContain(post)
    await jobs()
    await page.getByText(videoTexts.preparingPost).first().waitFor({ state: 'detached' })
    expect((await list()).map(({ id }) => id)).toContain(post)
  })

  test('does not slow the site while it is converted', async () => {
    const id = await sendVideo(site, crew, clip({ seconds: 12, size: '1280x720' }))
    const page = await site.open('/crew-videos', { member: crew })
    const work = jobs()
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    const isAwaited = async () => {
      const video = site.db.selectFrom('crew_videos').select('has_h264').where('id', '=', id)
      return (await video.executeTakeFirstOrThrow()).has_h264 === 0
    }
    let answerCount = 0
    while (!isDone && answerCount < 50) {
      await page.evaluate(async () => {
        const response = await fetch('/api/crew/posts/public', { cache: 'no-store' })
        if (!response.ok) throw new Error(`${response.status}`)
        await response.text()
      })
      if (await isAwaited()) answerCount += 1
    }
    expect(answerCount).toBe(50)
    await work
    expect(await isAwaited()).toBe(false)
  })
})
