import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from 'playwright'
import { newId, type VideoId } from '#contract/ids.ts'
import type { QueueItem } from '#crew/queue/item.ts'
import {
  eventually,
  expectClean,
  holdLock,
  type Member,
  ready,
  reload,
  serveSite,
} from '../support/browser.ts'
import {
  closePhones,
  countStored,
  itemsOf,
  openCrewApp,
  type PhoneOptions,
  pickFile,
  recordFor,
  startPhone,
  tab,
  toastSays,
  untilItem,
} from '../support/crew.ts'
import { type FlakyProxy, flakyProxy, type LinkOptions } from '../support/flaky-proxy.ts'
import { clip, hashOf } from '../support/media.ts'
import { removeSessions } from '../support/raw-sql.ts'
import { addRows, removeRows } from '../support/rows.ts'
import { joinAs, type ServerProcess, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const MB = 1_000_000
const site = serveSite({ env: { MIN_FREE_MB: '0' } })
let directory: string
const links: FlakyProxy[] = []

beforeAll(async () => {
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

/** A valid MP4 padded with random bytes. */
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

async function phoneBehind(link: FlakyProxy, options: PhoneOptions = {}) {
  const phone = await startPhone(site, { camera: 'none', url: `http://localhost:${link.port}`, ...options })
  return { phone, page: await phone.open() }
}

const sitePort = () => new URL(site.url).port

/** @param rate bytes per second */
async function openBehindLink(rate: number) {
  const link = linkTo(sitePort(), { rate })
  return { link, ...(await phoneBehind(link)) }
}

const untilSent = (link: FlakyProxy, bytes: number) => until(() => link.stats().up >= bytes)

/** SHA-256 of the file on the server. */
async function hashOnServer({ remoteUri }: QueueItem, { cookie }: Member): Promise<string> {
  const response = await fetch(site.url + remoteUri, {
    headers: { cookie: `${cookie.name}=${cookie.value}` },
  })
  expect(response.status).toBe(200)
  return hashOf(await response.blob())
}

async function joinServer(server: ServerProcess, email?: string): Promise<Member> {
  const { cookie } = await joinAs(server.origin, email)
  const [name = '', value = ''] = (cookie ?? '').split(/=(.*)/)
  const url = server.origin.replace('127.0.0.1', 'localhost')
  return { userId: newId<'user'>(), cookie: { name, value, url, httpOnly: true, sameSite: 'Lax' } }
}

function inDatabase<T>({ dataDir }: ServerProcess, work: (db: Database) => T): T {
  const db = new Database(join(dataDir, 'db/reelstake.sqlite'))
  db.run('pragma busy_timeout = 5000')
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const videosOf = ({ userId }: Member) =>
  site.db.selectFrom('crew_videos').select(['id', 'status']).where('owner_id', '=', userId).execute()

/** One video of 10 MB, with at most a tenth sent twice. */
async function expectUploadedOnce(link: FlakyProxy, member: Member): Promise<void> {
  expect(link.stats().up).toBeLessThanOrEqual(1.1 * 10 * MB)
  expect(await videosOf(member)).toHaveLength(1)
}

/** Records every change of the items, in order. */
async function record(page: Page): Promise<() => Promise<Pick<QueueItem, 'status' | 'progress'>[]>> {
  await page.evaluate(() => {
    const states: unknown[] = []
    Object.assign(window, { states })
    const look = () => {
      const opening = indexedDB.open('reelstake-crew', 1)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('items').objectStore('items').getAll()
        reading.onsuccess = () => {
          opening.result.close()
          for (const { status, progress } of reading.result) states.push({ status, progress })
          setTimeout(look, 5)
        }
      }
    }
    look()
  })
  return () => page.evaluate(() => Reflect.get(window, 'states'))
}

const networkErrors = [/net::ERR_/, /Failed to load resource/, /request failed/]

describe('an upload over a bad link', () => {
  test('40 MB over 10 resets: arrives untouched by anybody, whole, at most a tenth sent twice', async () => {
    const link = linkTo(sitePort(), { rate: 12 * MB, latency: 5, cutEvery: 4 * MB, cuts: 10, blackout: 200 })
    const { phone, page } = await phoneBehind(link)
    const file = heavyClip(40 * MB)
    await pickFile(page, file)
    const item = await untilItem(page, ['READY_TO_POST'])
    expect(link.stats().cuts).toBe(10)
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 40 * MB)
    expect(await hashOnServer(item, phone.member)).toBe(await hashOf(Bun.file(file)))
    expectClean(page, ...networkErrors)
  })

  test('a blackout of 30 s: nothing is lost, it goes on by itself, and its progress never falls', async () => {
    const { link, phone, page } = await openBehindLink(4 * MB)
    const readStates = await record(page)
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(link, 5 * MB)
    link.cut(30_000)
    await untilItem(page, ['READY_TO_POST'])
    const states = await readStates()
    for (const [index, { progress }] of states.entries())
      expect(progress).toBeGreaterThanOrEqual(states[index - 1]?.progress ?? 0)
    const order = states.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1])
    expect(order.filter(status => status === 'FAILED')).toEqual([])
    expect(order.slice(0, 2)).toEqual(['WAITING', 'UPLOADING'])
    expect(order.slice(-3)).toEqual(['UPLOADING', 'PROCESSING', 'READY_TO_POST'])
    expect(states.some(({ progress }) => progress > 0.3 && progress < 0.6)).toBe(true)
    await expectUploadedOnce(link, phone.member)
  })

  test('a link that hangs silently: the phone gives up the dead request itself, asks how far it was, and sends only what is missing', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB, mode: 'hang' })
    const { phone, page } = await phoneBehind(link)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const requests: { method: string; end: string; offset: number | null }[] = []
    const note = (request: Request, end: string) => {
      const { pathname } = new URL(request.url())
      const offset = request.headers()['upload-offset']
      if (pathname.startsWith('/files/'))
        requests.push({ method: request.method(), end, offset: offset === undefined ? null : Number(offset) })
    }
    page.on('requestfailed', request => note(request, request.failure()?.errorText ?? ''))
    page.on('requestfinished', request => note(request, 'answered'))
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(link, 5 * MB)
    link.cut(1000)
    await untilItem(page, ['READY_TO_POST'])
    const dead = requests.findIndex(({ end }) => end !== 'answered')
    expect(requests[dead]).toMatchObject({ method: 'PATCH', end: 'net::ERR_ABORTED' })
    const after = requests.slice(dead + 1).filter(({ end }) => end === 'answered')
    expect(after[0]?.method).toBe('HEAD')
    expect(after[1]?.offset).toBeGreaterThanOrEqual(requests[dead]?.offset ?? Number.NaN)
    expect(after[1]?.offset).toBeGreaterThan(2 * MB)
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 10 * MB)
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
    expect(await videosOf(phone.member)).toHaveLength(1)
    expectClean(page, ...networkErrors)
  })

  test('lost responses: three requests for slot and completion make one video, prepared once', async () => {
    const { phone, page } = await phoneBehind(linkTo(sitePort()))
    const counts = { upload: 0, complete: 0 }
    for (const call of ['upload', 'complete'] as const)
      await page.route(`**/api/crew/videos/**/${call}`.replace('/**/upload', '/upload'), async route => {
        counts[call] += 1
        if (counts[call] === 3) return route.continue()
        // The server acts, but the response is lost.
        expect((await route.fetch()).ok()).toBe(true)
        return route.abort()
      })
    await pickFile(page, clip({ seconds: 11 }))
    const item = await untilItem(page, ['READY_TO_POST'])
    expect(counts).toEqual({ upload: 3, complete: 3 })
    const [video, ...others] = await videosOf(phone.member)
    expect([video?.id, others]).toEqual([item.meta.videoId as VideoId, []])
    const jobs = await site.db
      .selectFrom('jobs')
      .select('kind')
      .where('subject', '=', video?.id ?? '')
      .orderBy('kind')
      .execute()
    expect(jobs.map(({ kind }) => kind)).toEqual(['video-check', 'video-convert', 'video-prepare'])
    expectClean(page, ...networkErrors)
  })

  test('with “Wi-Fi only”, an upload waits and pauses on mobile data, and resumes on Wi-Fi', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB })
    const phone = await startPhone(site, { camera: 'none', url: `http://localhost:${link.port}` })
    await phone.context.addInitScript(() => {
      const connection = Object.assign(new EventTarget(), { type: 'cellular' })
      Object.defineProperty(navigator, 'connection', { value: connection })
    })
    const page = await phone.open('/crew/settings')
    await page.getByRole('switch', { name: 'Upload on Wi-Fi only' }).click()
    await tab(page, 'Capture').click()
    const moveTo = (type: string) =>
      page.evaluate(kind => {
        Object.assign(navigator.connection ?? {}, { type: kind })
        navigator.connection?.dispatchEvent(new Event('change'))
      }, type)
    await pickFile(page, heavyClip(10 * MB))
    await tab(page, 'Queue').click()
    const pause = page.getByText('Waiting for Wi-Fi. You can change this in Settings.', { exact: true })
    await pause.waitFor()
    expect((await itemsOf(page)).map(({ status }) => status)).toEqual(['WAITING'])
    await moveTo('wifi')
    await untilSent(link, 4 * MB)
    await moveTo('cellular')
    expect((await untilItem(page, ['WAITING'])).progress).toBeGreaterThan(0.3)
    // Only bytes in the system's send buffer still cross.
    const sentBytes = link.stats().up
    await pause.waitFor()
    expect(sentBytes).toBeLessThan(9 * MB)
    expect((await itemsOf(page)).map(({ status }) => status)).toEqual(['WAITING'])
    await moveTo('wifi')
    await untilItem(page, ['READY_TO_POST'])
    await expectUploadedOnce(link, phone.member)
    expectClean(page, ...networkErrors)
  })

  test('a restarted browser resumes the upload at its offset', async () => {
    const link = linkTo(sitePort(), { rate: 4 * MB })
    const profile = join(directory, 'profile')
    const member = await site.addMember()
    const { phone, page } = await phoneBehind(link, { profile, member })
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(link, 5 * MB)
    await phone.close()
    const { page: again } = await phoneBehind(link, { profile, member })
    await untilItem(again, ['READY_TO_POST'])
    await expectUploadedOnce(link, member)
  })

  test('the upload resumes after a server is killed and restarted', async () => {
    await using server = await startServer()
    const link = linkTo(server.port, { rate: 4 * MB })
    const { page } = await phoneBehind(link, { member: await joinServer(server) })
    // The kernel buffers up to 2 MB that a killed server hasn't read; the file is much larger.
    await pickFile(page, heavyClip(30 * MB))
    await untilSent(link, 15 * MB)
    await server.kill()
    await server.start()
    await untilItem(page, ['READY_TO_POST'])
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 30 * MB)
    expect(inDatabase(server, db => db.query('select id from crew_videos').all())).toHaveLength(1)
  })

  test('two tabs send each byte once', async () => {
    const { link, phone, page } = await openBehindLink(4 * MB)
    const second = await phone.open('/crew/queue')
    await pickFile(page, heavyClip(10 * MB))
    await second.getByText('Uploading', { exact: true }).waitFor()
    await untilItem(second, ['READY_TO_POST'])
    await second.getByText('Ready to Post', { exact: true }).waitFor()
    await expectUploadedOnce(link, phone.member)
  })

  test('another tab takes over when the uploading tab closes', async () => {
    const { link, phone, page } = await openBehindLink(4 * MB)
    // The tab that was opened last uploads.
    const second = await phone.open('/crew/queue')
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(link, 5 * MB)
    await second.close()
    await untilItem(page, ['READY_TO_POST'])
    await expectUploadedOnce(link, phone.member)
  })

  test('a tab that is opened takes over from one that the phone has suspended', async () => {
    const phone = await startPhone(site, { camera: 'none' })
    const suspended = await phone.context.newPage()
    await suspended.goto(`${site.url}/robots.txt`)
    await holdLock(suspended, 'reelstake-uploader')
    const page = await phone.open()
    await pickFile(page, clip({ seconds: 11 }))
    await untilItem(page, ['READY_TO_POST'])
    // The app waits behind it from now on, and is looked at again.
    await holdLock(suspended, 'reelstake-uploader')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await pickFile(page, clip({ seconds: 12 }))
    await untilItem(page, ['READY_TO_POST'], 1)
  })
})

describe('offline', () => {
  test('a recording keeps its still, length and size through a reload, and uploads when the network returns', async () => {
    const { phone, page } = await openCrewApp(site, { isInstalled: true })
    await phone.context.setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await recordFor(page, 11)
    await toastSays(page, 'Saved Offline')
    await tab(page, 'Queue').click()
    await reload(page)
    const card = page.getByRole('listitem').filter({ has: page.getByText('Waiting', { exact: true }) })
    await card.waitFor()
    expect(await card.locator('img').getAttribute('src')).toStartWith('data:image/jpeg')
    expect(await card.textContent()).toMatch(/0:1\d.*\d\.\d MB/)
    await phone.context.setOffline(false)
    await untilItem(page, ['READY_TO_POST'])
    expectClean(page, ...networkErrors)
  })
})

describe('files and sessions that the server refuses', () => {
  test.each([
    ['text named as a video', () => Buffer.from('This is no video. '.repeat(100))],
    [
      'a video that broke on the device',
      () => readFileSync(clip({ seconds: 12, kind: 'mp4' })).fill(0, 24, 4000),
    ],
  ])('%s fails with its reason, and the next upload continues', async (_name, bytes) => {
    const { page } = await openCrewApp(site, { camera: 'none' })
    const brokenFile = join(directory, 'video.webm')
    writeFileSync(brokenFile, bytes())
    await pickFile(page, brokenFile)
    const { id } = await untilItem(page, ['FAILED'])
    await pickFile(page, clip({ seconds: 11 }))
    await untilItem(page, ['READY_TO_POST'], 1)
    await page.goto(`${site.url}/crew/compose/${id}`)
    await page.getByText('This file is not a video we can play.', { exact: true }).waitFor()
    await tab(page, 'Queue').click()
    const card = page.getByRole('listitem').filter({ has: page.getByText('Failed', { exact: true }) })
    await card.getByText('This file is not a video we can play.', { exact: true }).waitFor()
    await eventually(card.getByRole('status')).toHaveText(/^Failed: video of \d+ seconds, \d+:\d\d [AP]M$/)
    await card.getByRole('button', { name: /^Retry video of/ }).click()
    await card.getByText('This file is not a video we can play.', { exact: true }).waitFor()
    // A retry may ask for the refused upload (410) before it starts again.
    expectClean(page, /422/, /410/, /unable to resume upload/)
  })

  test('401 to the upload: it waits for a sign-in and resumes in the same slot at the same offset', async () => {
    await using server = await startServer()
    const link = linkTo(server.port, { rate: 4 * MB })
    const email = 'kai@example.com'
    const { page } = await phoneBehind(link, { member: await joinServer(server, email) })
    await pickFile(page, heavyClip(30 * MB))
    await untilSent(link, 15 * MB)
    const methods: string[] = []
    page.on('response', response => {
      const { pathname } = new URL(response.url())
      if (response.status() === 401 && pathname.startsWith('/files/'))
        methods.push(response.request().method())
    })
    // A restore without keys invalidates the session and the upload's token.
    await server.kill()
    inDatabase(server, removeSessions)
    rmSync(join(server.dataDir, 'db/keys'), { recursive: true })
    await server.start()
    await page.waitForURL(/\/login\?next=%2Fcrew/)
    expect(methods).toEqual(['HEAD'])
    const waiting = await untilItem(page, ['WAITING'])
    expect(waiting.progress).toBeGreaterThan(0.4)
    await ready(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').first().fill('marlin-1')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/crew$/)
    const done = await untilItem(page, ['READY_TO_POST'])
    expect(done.meta.videoId).toBe(waiting.meta.videoId)
    expect(link.stats().up).toBeLessThanOrEqual(1.1 * 30 * MB)
    expect(inDatabase(server, db => db.query('select id from crew_videos').all())).toHaveLength(1)
  })

  test('a session that ends during an upload: the slot’s token completes it, and a sign-in accepts the video', async () => {
    const { link, phone, page } = await openBehindLink(4 * MB)
    const { member, context } = phone
    await pickFile(page, heavyClip(10 * MB))
    await untilSent(link, 5 * MB)
    const session = await site.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow()
    await removeRows(site.db, 'sessions', { id: session.id })
    await page.waitForURL(/\/login\?next=/)
    await context.clearCookies()
    await addRows(site.db, 'sessions', session)
    await context.addCookies([member.cookie])
    await page.goto(`http://localhost:${link.port}/crew/queue`)
    await untilItem(page, ['READY_TO_POST'])
    await expectUploadedOnce(link, member)
  })
})

test('another account that signs in behind the app gets none of the videos; they wait for their owner', async () => {
  const { phone, page } = await openCrewApp(site, { camera: 'none' })
  await phone.context.setOffline(true)
  await pickFile(page, clip({ seconds: 11 }))
  await untilItem(page, ['WAITING'])
  const other = await site.addMember({ firstName: 'Ben' })
  await phone.context.clearCookies()
  await phone.context.addCookies([other.cookie])
  const left = page.waitForEvent('framenavigated')
  await phone.context.setOffline(false)
  await left
  await page.goto(`${site.url}/crew/queue`)
  await page
    .getByText(
      '1 video of another account waits on this device. Sign in with that account to continue with it.',
    )
    .waitFor()
  expect([await videosOf(other), await videosOf(phone.member)]).toEqual([[], []])
  await phone.context.clearCookies()
  await phone.context.addCookies([phone.member.cookie])
  await page.goto(`${site.url}/crew/queue`)
  // The stored page of the other account loads again.
  await page.getByText('Ready to Post', { exact: true }).waitFor()
  await untilItem(page, ['READY_TO_POST'])
  expect([await videosOf(other), (await videosOf(phone.member)).length]).toEqual([[], 1])
  expectClean(page, ...networkErrors)
})

test('deleting a waiting video frees its bytes here and on the server; an uploading one cannot be deleted', async () => {
  const { link, phone, page } = await openBehindLink(1 * MB)
  await pickFile(page, heavyClip(10 * MB))
  await untilSent(link, 2 * MB)
  await tab(page, 'Queue').click()
  await page.getByText('Uploading', { exact: true }).waitFor()
  await eventually(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  link.down()
  await phone.context.setOffline(true)
  await page.getByText('Waiting', { exact: true }).waitFor()
  expect(await videosOf(phone.member)).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No videos in queue', { exact: true }).waitFor()
  const slices = await countStored(page, 'slices')
  expect([slices, await itemsOf(page)]).toEqual([0, []])
  link.up()
  await phone.context.setOffline(false)
  await until(async () => (await videosOf(phone.member)).length === 0)
})

test('an open delete confirmation pauses its video and lets the next one upload', async () => {
  const { link, phone, page } = await openBehindLink(4 * MB)
  const second = await phone.open('/crew/queue')
  await pickFile(page, heavyClip(10 * MB))
  await untilSent(link, 3 * MB)
  await phone.context.setOffline(true)
  await second.getByText('Waiting', { exact: true }).waitFor()
  const question = second.getByRole('alertdialog')
  const ask = async () => {
    await second.getByRole('button', { name: 'Delete' }).last().click()
    await question.waitFor()
  }
  await ask()
  await phone.context.setOffline(false)
  // The older one would go first if the question did not hold it.
  await pickFile(page, clip({ seconds: 11 }))
  await untilItem(page, ['READY_TO_POST'], 1)
  expect((await itemsOf(page)).map(({ status }) => status)).toEqual(['WAITING', 'READY_TO_POST'])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await untilItem(page, ['UPLOADING'])
  await phone.context.setOffline(true)
  await untilItem(page, ['WAITING'])
  await second.getByText('Waiting', { exact: true }).waitFor()
  await ask()
  await phone.context.setOffline(false)
  await question.getByRole('button', { name: 'Delete' }).click()
  await toastSays(second, 'Video deleted')
  expect((await itemsOf(page)).map(({ status }) => status)).toEqual(['READY_TO_POST'])
  await until(async () => (await videosOf(phone.member)).length <= 1)
  for (const one of [page, second]) expectClean(one, ...networkErrors)
})
