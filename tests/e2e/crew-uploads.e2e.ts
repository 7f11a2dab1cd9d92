import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { newId } from '#contract/ids.ts'
import type { QueueItem } from '#crew/queue/item.ts'
import { addSession, expectClean, type Member, ready, type Site, startSite } from '../support/browser.ts'
import {
  closePhones,
  itemsOf,
  type PhoneOptions,
  pickFile,
  recordFor,
  startPhone,
  toastSays,
  untilItem,
} from '../support/crew.ts'
import { type FlakyProxy, flakyProxy, type LinkOptions } from '../support/flaky-proxy.ts'
import { clip, hashOf } from '../support/media.ts'
import { joinAs, startProcess } from '../support/server-process.ts'

// A net for hangs: the phone waits 15 s before it calls a silent link hung.
setDefaultTimeout(180_000)

const MB = 1_000_000
let site: Site
let directory: string
const links: FlakyProxy[] = []

beforeAll(async () => {
  site = await startSite({ env: { MIN_FREE_MB: '0' } })
  directory = mkdtempSync(join(tmpdir(), 'reelstake-crew-'))
})
afterAll(async () => {
  await site.stop()
  rmSync(directory, { recursive: true, force: true })
})
afterEach(async () => {
  await closePhones()
  for (const link of links.splice(0)) link.stop()
})

/** A real video of this size: an MP4 with a box at its end that players pass over, filled at random. */
function heavyClip(bytes: number): string {
  const path = join(directory, `${bytes}.mp4`)
  const start = readFileSync(clip({ seconds: 12, kind: 'mp4' }))
  const box = Buffer.alloc(bytes - start.length)
  for (let at = 8; at < box.length; at += 65_536) crypto.getRandomValues(box.subarray(at, at + 65_536))
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4, 'latin1')
  writeFileSync(path, Buffer.concat([start, box]))
  return path
}

function linkTo(port: string | number, options: Omit<LinkOptions, 'target'> = {}): FlakyProxy {
  const link = flakyProxy({ target: `localhost:${port}`, ...options })
  links.push(link)
  return link
}

/** A phone without a camera, whose videos are files, behind a link. */
async function phoneBehind(link: FlakyProxy, options: PhoneOptions = {}) {
  const phone = await startPhone(site, { camera: 'none', url: `http://localhost:${link.port}`, ...options })
  return { phone, page: await phone.open() }
}

const sitePort = () => new URL(site.url).port

/** Waits until so many bytes have gone up the link. */
async function untilSent(page: Page, link: FlakyProxy, bytes: number): Promise<void> {
  while (link.stats().up < bytes) await page.waitForTimeout(20)
}

/** Of the file as the server has it. */
async function hashOnServer({ remoteUri }: QueueItem, { cookie }: Member): Promise<string> {
  const response = await fetch(site.url + remoteUri, {
    headers: { cookie: `${cookie.name}=${cookie.value}` },
  })
  expect(response.status).toBe(200)
  return hashOf(await response.blob())
}

const videosOf = ({ userId }: Member) =>
  site.db.selectFrom('crew_videos').select(['id', 'status']).where('owner_id', '=', userId).execute()

/** Everything the page says of its items from now on, in order. */
async function record(page: Page): Promise<() => Promise<Pick<QueueItem, 'status' | 'progress'>[]>> {
  await page.evaluate(() => {
    const seen: unknown[] = []
    Object.assign(window, { seen })
    const look = () => {
      const opening = indexedDB.open('reelstake-crew', 1)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('items').objectStore('items').getAll()
        reading.onsuccess = () => {
          opening.result.close()
          for (const { status, progress } of reading.result) seen.push({ status, progress })
          setTimeout(look, 5)
        }
      }
    }
    look()
  })
  return () => page.evaluate(() => Reflect.get(window, 'seen'))
}

const tolerated = [/net::ERR_/, /Failed to load resource/, /request failed/]

describe('an upload over a bad link', () => {
  test('40 MB over 10 resets: arrives untouched by anybody, whole, at most a tenth sent twice', async () => {
    const link = linkTo(sitePort(), { rate: 12 * MB, latency: 5, cutEvery: 4 * MB, cuts: 10, blackout: 200 })
    const { phone, page } = await phoneBehind(link)
    const file = heavyClip(40 * MB)
    await pickFile(page, file)
    const item = await untilItem(page, ['READY_TO_POST'], { timeoutMs: 150_000 })
    expect(link.stats().cuts).toBe(10)
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 40 * MB)
    expect(await hashOnServer(item, phone.member)).toBe(await hashOf(Bun.file(file)))
    expectClean(page, ...tolerated)
  })

  test('a blackout of 30 s: nothing is lost, it goes on by itself, and its progress never falls', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB })
    const { phone, page } = await phoneBehind(link)
    const seen = await record(page)
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(page, link, 5 * MB)
    link.cut(30_000)
    await untilItem(page, ['READY_TO_POST'], { timeoutMs: 150_000 })
    const states = await seen()
    for (const [index, { progress }] of states.entries())
      expect(progress).toBeGreaterThanOrEqual(states[index - 1]?.progress ?? 0)
    const order = states.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1])
    expect(order.filter(status => status === 'FAILED')).toEqual([])
    expect(order.slice(-3)).toEqual(['UPLOADING', 'PROCESSING', 'READY_TO_POST'])
    expect(states.some(({ progress }) => progress > 0.3 && progress < 0.6)).toBe(true)
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 10 * MB)
    expect(await videosOf(phone.member)).toHaveLength(1)
  })

  test('a link that hangs silently is noticed, and the upload goes on', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB, mode: 'hang' })
    const { phone, page } = await phoneBehind(link)
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(page, link, 5 * MB)
    link.cut(1000)
    await untilItem(page, ['READY_TO_POST'], { timeoutMs: 60_000 })
    expect(await videosOf(phone.member)).toHaveLength(1)
    expectClean(page, ...tolerated)
  })

  test('a browser closed in the middle and opened again: goes on where it was', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB })
    const profile = join(directory, 'profile')
    const member = await addSession(site)
    const { phone, page } = await phoneBehind(link, { profile, member })
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(page, link, 5 * MB)
    await phone.close()
    const { page: again } = await phoneBehind(link, { profile, member })
    await untilItem(again, ['READY_TO_POST'])
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 10 * MB)
    expect(await videosOf(member)).toHaveLength(1)
  })

  test('a server killed in the middle and started again: goes on where it was', async () => {
    const server = await startProcess()
    try {
      const link = linkTo(server.port, { rate: 4 * MB })
      const { cookie } = await joinAs(server.url)
      const [name = '', value = ''] = (cookie ?? '').split(/=(.*)/)
      const member = {
        userId: newId<'user'>(),
        cookie: {
          name,
          value,
          url: server.url.replace('127.0.0.1', 'localhost'),
          httpOnly: true,
          sameSite: 'Lax' as const,
        },
      }
      const { page } = await phoneBehind(link, { member })
      // What a killed server had not read yet lies in the kernel, up to a megabyte or two: the file is large beside that.
      await pickFile(page, heavyClip(30 * MB))
      await untilSent(page, link, 15 * MB)
      await server.kill()
      await server.start()
      await untilItem(page, ['READY_TO_POST'])
      expect(link.stats().up).toBeLessThanOrEqual(1.1 * 30 * MB)
    } finally {
      await server.remove()
    }
  })

  test('two tabs: each byte goes once', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB })
    const { phone, page } = await phoneBehind(link)
    const second = await phone.open('/crew/queue')
    await pickFile(page, heavyClip(10 * MB))
    await second.getByText('Uploading', { exact: true }).waitFor()
    await untilItem(second, ['READY_TO_POST'])
    await second.getByText('Ready to Post', { exact: true }).waitFor()
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 10 * MB)
    expect(await videosOf(phone.member)).toHaveLength(1)
    for (const one of [page, second]) expectClean(one)
  })

  test('the tab that uploads is closed: the other one takes over', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB })
    const { phone, page } = await phoneBehind(link)
    const second = await phone.open('/crew/queue')
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(page, link, 5 * MB)
    await page.close()
    await untilItem(second, ['READY_TO_POST'])
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 10 * MB)
    expect(await videosOf(phone.member)).toHaveLength(1)
  })
})

describe('offline', () => {
  test('a recording is kept with its still, length and size through a reload, and uploads when the network is back', async () => {
    const phone = await startPhone(site)
    const page = await phone.open()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await phone.context.setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await recordFor(page, 10.5)
    await toastSays(page, 'Saved Offline')
    await page.getByRole('navigation', { name: 'Crew' }).getByRole('link', { name: 'Queue' }).click()
    await page.reload()
    await ready(page)
    const card = page.getByRole('listitem').filter({ has: page.getByText('Waiting', { exact: true }) })
    await card.waitFor()
    expect(await card.locator('img').getAttribute('src')).toStartWith('data:image/jpeg')
    expect(await card.textContent()).toMatch(/0:1[01].*\d\.\d MB/)
    await phone.context.setOffline(false)
    await untilItem(page, ['READY_TO_POST'])
    expectClean(page, ...tolerated)
  })
})

describe('what the server does not take', () => {
  test('text named as a video: failed with its reason, and the next one goes on', async () => {
    const phone = await startPhone(site, { camera: 'none' })
    const page = await phone.open()
    const text = join(directory, 'video.webm')
    writeFileSync(text, 'This is no video. '.repeat(100))
    await pickFile(page, text)
    await untilItem(page, ['FAILED'])
    await pickFile(page, clip({ seconds: 11 }))
    await untilItem(page, ['READY_TO_POST'], { index: 1 })
    await page.getByRole('navigation', { name: 'Crew' }).getByRole('link', { name: 'Queue' }).click()
    const card = page.getByRole('listitem').filter({ has: page.getByText('Failed', { exact: true }) })
    await card.getByText('This file is not a video we can play.', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Retry' }).click()
    await card.getByText('This file is not a video we can play.', { exact: true }).waitFor()
    // What was refused is gone: a retry may ask for it before it begins anew.
    expectClean(page, /422/, /410/, /unable to resume upload/)
  })

  test('a session that ends in the middle: sign in, and it goes on where it was', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB })
    const { phone, page } = await phoneBehind(link)
    const { member, context } = phone
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(page, link, 5 * MB)
    const session = await site.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow()
    await site.db.deleteFrom('sessions').where('id', '=', session.id).execute()
    await page.waitForURL(/\/login\?next=/)
    await context.clearCookies()
    await site.db.insertInto('sessions').values(session).execute()
    await context.addCookies([member.cookie])
    await page.goto(`http://localhost:${link.port}/crew/queue`)
    await untilItem(page, ['READY_TO_POST'])
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 10 * MB)
    expect(await videosOf(member)).toHaveLength(1)
  })
})

test('deleting a waiting video frees its bytes and the server’s part; while it uploads nothing can be deleted', async () => {
  const link = linkTo(sitePort(), { rate: 1 * MB })
  const { phone, page } = await phoneBehind(link)
  await pickFile(page, heavyClip(10 * MB))
  await untilSent(page, link, 2 * MB)
  await page.getByRole('navigation', { name: 'Crew' }).getByRole('link', { name: 'Queue' }).click()
  await page.getByText('Uploading', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  link.down()
  // Offline it is not even tried: else it may be taken up again while the question is open.
  await phone.context.setOffline(true)
  await page.getByText('Waiting', { exact: true }).waitFor({ timeout: 60_000 })
  expect(await videosOf(phone.member)).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No videos in queue', { exact: true }).waitFor()
  const slices = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const opening = indexedDB.open('reelstake-crew', 1)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('slices').objectStore('slices').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )
  expect([slices, await itemsOf(page)]).toEqual([0, []])
  link.up()
  await phone.context.setOffline(false)
  while ((await videosOf(phone.member)).length > 0) await page.waitForTimeout(50)
})
