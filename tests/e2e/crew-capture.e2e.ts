import { afterEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { limits } from '#contract/limits.ts'
import { testItem } from '#crew/queue/test-support.ts'
import {
  axe,
  eventually,
  expectAccessible,
  expectClean,
  expectFocused,
  reload,
  serveSite,
  shoot,
  toasts,
} from '../support/browser.ts'
import {
  closePhones,
  countStored,
  itemsOf,
  openCrewApp,
  pickFile,
  putItems,
  recordFor,
  startPhone,
  tab,
  toastSays,
  untilItem,
} from '../support/crew.ts'
import { clip } from '../support/media.ts'

const { videoMax } = limits

const site = serveSite({ env: { MIN_FREE_MB: '0' } })
afterEach(closePhones)

/** Matches once the camera is open. */
const start = (page: Page) => page.getByRole('button', { name: 'Start recording', disabled: false })

async function watchTracks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async constraints => {
      const stream = await ask(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await page.reload()
}
const trackStates = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'tracks').map(({ readyState }: MediaStreamTrack) => readyState))

/** Closes the page without the time to save the recording, which a closing tab may have. */
async function closeUnsaved(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.addEventListener('visibilitychange', event => event.stopImmediatePropagation(), { capture: true }),
  )
  await page.close({ runBeforeUnload: false })
}

/** Waits until the app says that the device is full: how much of the recording it stored depends on the browser. */
async function expectFull(page: Page): Promise<void> {
  await toastSays(page, 'Recording Error')
  const storedRecordings = await countStored(page, 'takes')
  await toastSays(
    page,
    'Recording Error',
    storedRecordings > 0
      ? 'Your recording is stored on this device, but not in the queue yet. If the device is full, free up space. Then reload the app.'
      : 'This device is full. Delete videos from the queue or free up space, then record again.',
  )
}

describe('a recording', () => {
  test('that is stopped before 10 s is discarded with the specified text; shows that it is offline', async () => {
    const { phone, page } = await openCrewApp(site, { isInstalled: true })
    await start(page).click()
    await tab(page, 'Queue').waitFor({ state: 'hidden' })
    await phone.context.setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await page.getByText('Minimum 10s required').waitFor()
    const stop = page.getByRole('button', { name: /^Stop recording: \d s more$/ })
    await expectFocused(stop)
    await axe(page)
    await page.getByText(`6s / ${videoMax}s`).waitFor()
    await stop.click()
    await page.getByText('Video Too Short', { exact: true }).waitFor()
    await page.getByText(/^Videos must be at least 10 seconds\. This was [6-9] seconds\.$/).waitFor()
    await start(page).waitFor()
    await tab(page, 'Queue').waitFor()
    expect(await itemsOf(page)).toEqual([])
    expectClean(page, /net::ERR_/, /Failed to load/)
  })

  test('stops at the maximum length, is cut there when a busy phone stops late, and is accepted by the server; the phone buzzes and stays awake meanwhile', async () => {
    const phone = await startPhone(site)
    await phone.context.addInitScript(maxMs => {
      const later = window.setTimeout
      Object.assign(window, {
        setTimeout: (work: () => void, ms?: number) => later(work, ms === maxMs ? maxMs + 2500 : ms),
      })
      const feedback: unknown[] = []
      Object.assign(window, { feedback })
      navigator.vibrate = pattern => feedback.push(pattern) > 0
      const request = async () => {
        feedback.push('awake')
        const release = async () => void feedback.push('may sleep')
        return Object.assign(new EventTarget(), { release })
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    }, videoMax * 1000)
    const page = await phone.open()
    await start(page).click()
    await page.getByText(`${videoMax}s / ${videoMax}s`).waitFor()
    const item = await untilItem(page, ['READY_TO_POST'])
    expect(item).toMatchObject({ progress: 1, localUri: null, errorMessage: null })
    // Less on a slow machine: from the recorder's start until its stop.
    expect([videoMax - 1, videoMax]).toContain(item.durationSec)
    expect(item.fileName).toBe(`video-${item.createdAt}.webm`)
    expect(item.thumbnail).toStartWith('data:image/jpeg;base64,')
    await page.waitForFunction(() => Reflect.get(window, 'feedback').at(-1) === 'may sleep')
    const feedback: unknown[] = await page.evaluate(() => Reflect.get(window, 'feedback'))
    expect(feedback.filter(one => one !== 'awake' && one !== 'may sleep')).toEqual([60, [60, 80, 60]])
    expect(feedback.indexOf('awake')).toBeLessThan(feedback.findIndex(Array.isArray))
  })

  test('is recovered as an item of at least 13 s when its tab closes at second 15', async () => {
    const { phone, page } = await openCrewApp(site)
    await start(page).click()
    await page.getByText(`15s / ${videoMax}s`).waitFor()
    await closeUnsaved(page)
    const again = await phone.open('/crew/queue')
    await toastSays(again, 'Recording recovered')
    const item = await untilItem(again, ['READY_TO_POST'])
    expect(item.durationSec).toBeGreaterThanOrEqual(13)
    expect(item.durationSec).toBeLessThanOrEqual(16)
  })

  test('is recovered when its tab closes, by a tab that was opened meanwhile', async () => {
    const { phone, page } = await openCrewApp(site)
    await start(page).click()
    const other = await phone.open('/crew/queue')
    await page.getByText(`12s / ${videoMax}s`).waitFor()
    expect(await itemsOf(other)).toEqual([])
    await closeUnsaved(page)
    await toastSays(other, 'Recording recovered')
    await untilItem(other, ['READY_TO_POST'])
  })

  test('stops and is saved when the user leaves the view', async () => {
    const { page } = await openCrewApp(site, { path: '/crew/queue' })
    await watchTracks(page)
    await tab(page, 'Capture').click()
    await start(page).click()
    await page.getByText(`11s / ${videoMax}s`).waitFor()
    await page.goBack()
    expect((await untilItem(page, ['READY_TO_POST'])).durationSec).toBeGreaterThanOrEqual(11)
    expect(new Set(await trackStates(page))).toEqual(new Set(['ended']))
  })

  test('on a full device shows an error and keeps existing items', async () => {
    const { phone, page } = await openCrewApp(site, { isInstalled: true })
    await phone.context.setOffline(true)
    await recordFor(page, 11)
    await toastSays(page, 'Saved Offline')
    const [before] = await itemsOf(page)
    const protocol = await phone.context.newCDPSession(page)
    const { usage } = await protocol.send('Storage.getUsageAndQuota', { origin: site.url })
    await protocol.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: usage + 200_000 })
    await start(page).click()
    await expectFull(page)
    expect(await itemsOf(page)).toEqual(before ? [before] : [])
    await protocol.send('Storage.overrideQuotaForOrigin', { origin: site.url })
    await phone.context.setOffline(false)
    expect((await untilItem(page, ['READY_TO_POST'])).id).toBe(before?.id ?? '')
    expectClean(page, /net::ERR_/, /Failed to load/)
  })
})

test('a device that is too full to begin a recording says so, and its videos can be deleted', async () => {
  const { phone, page } = await openCrewApp(site, { isInstalled: true })
  await phone.context.setOffline(true)
  await putItems(page, [testItem({ ownerId: phone.member.userId })])
  const protocol = await phone.context.newCDPSession(page)
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 })
  await start(page).click()
  await expectFull(page)
  await tab(page, 'Queue').click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toastSays(page, 'Video deleted')
  expect(await itemsOf(page)).toEqual([])
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: site.url })
  await phone.context.setOffline(false)
  expectClean(page, /net::ERR_/, /Failed to load/)
})

test('a recording that a full device can’t queue is announced, and queued once there is room', async () => {
  const { phone, page } = await openCrewApp(site, { camera: 'none' })
  await page.evaluate(
    ownerId =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('reelstake-crew', 1)
        opening.onsuccess = () => {
          const writing = opening.result.transaction(['takes', 'slices'], 'readwrite')
          const file = { fileName: 'video-1.webm', mimeType: 'video/webm', thumbnail: null }
          writing.objectStore('takes').put({ id: 'cut', ownerId, createdAt: 1, ...file })
          const slice = { data: new Blob(['not a video']), sizeBytes: 11, atMs: 12_000 }
          writing.objectStore('slices').put({ takeId: 'cut', index: 0, ...slice })
          writing.oncomplete = () => resolve()
        }
      }),
    phone.member.userId,
  )
  await phone.context.addInitScript(() => {
    if (localStorage.getItem('room') !== null) return
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await reload(page)
  await toastSays(page, 'Recording Error')
  expect(await itemsOf(page)).toEqual([])
  await page.evaluate(() => localStorage.setItem('room', 'yes'))
  await reload(page)
  await toastSays(page, 'Recording recovered')
  await untilItem(page, ['FAILED'])
  expectClean(page, /422/)
})

test('a queue that the browser can’t read is not shown as empty', async () => {
  const phone = await startPhone(site)
  await phone.context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Blocked', 'SecurityError')
    }
  })
  const page = await phone.open('/crew/queue')
  await page.getByText('Could not read your videos', { exact: true }).waitFor()
  await eventually(page.getByText('No videos in queue')).toHaveCount(0)
})

describe('the camera', () => {
  test('flips between two, hides the flash if there is none, and stops all tracks on leaving', async () => {
    const { page } = await openCrewApp(site, { camera: 'two' })
    await watchTracks(page)
    const labels = () =>
      page.evaluate(() =>
        Reflect.get(window, 'tracks')
          .filter(({ kind, readyState }: MediaStreamTrack) => kind === 'video' && readyState === 'live')
          .map(({ label }: MediaStreamTrack) => label),
      )
    await start(page).waitFor()
    const [first] = await labels()
    await page.getByRole('button', { name: 'Flip camera' }).click()
    await page.waitForFunction(
      was =>
        Reflect.get(window, 'tracks').some(
          ({ kind, readyState, label }: MediaStreamTrack) =>
            kind === 'video' && readyState === 'live' && label !== was,
        ),
      first,
    )
    expect(await labels()).toHaveLength(1)
    await eventually(page.getByRole('button', { name: 'Flash' })).toHaveCount(0)
    await tab(page, 'Settings').click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(new Set(await trackStates(page))).toEqual(new Set(['ended']))
  })

  test('with a torch has a flash switch', async () => {
    const { page } = await openCrewApp(site, { path: '/crew/queue' })
    await page.addInitScript(() => {
      const calls: unknown[] = []
      Object.assign(window, { calls })
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true })
      MediaStreamTrack.prototype.applyConstraints = async constraints => void calls.push(constraints)
    })
    await page.reload()
    await tab(page, 'Capture').click()
    const flash = page.getByRole('button', { name: 'Flash' })
    await flash.click()
    await page.locator('button[aria-label=Flash][aria-pressed=true]').waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'calls'))).toEqual([{ advanced: [{ torch: true }] }])
  })

  test('that ends, as for a phone call, shows an error and can restart', async () => {
    const { page } = await openCrewApp(site)
    await watchTracks(page)
    await start(page).waitFor()
    await page.evaluate(() => {
      const camera = Reflect.get(window, 'tracks').find(({ kind }: MediaStreamTrack) => kind === 'video')
      camera.stop()
      camera.dispatchEvent(new Event('ended'))
    })
    await page.getByRole('heading', { name: 'The camera doesn’t respond' }).waitFor()
    expect(new Set(await trackStates(page))).toEqual(new Set(['ended']))
    await page.getByRole('button', { name: 'Try Again' }).click()
    await start(page).waitFor()
  })

  test('that is refused: says how to allow it, and takes a file meanwhile, also from the phone’s own app, which hides the page', async () => {
    const { page } = await openCrewApp(site, { camera: 'refused' })
    await page.getByRole('heading', { name: 'Allow the camera' }).waitFor()
    await toastSays(page, 'Camera Error', 'Could not access camera. Please grant permissions.')
    await eventually(page.getByRole('button', { name: 'Try Again' })).toHaveCount(1)
    await pickFile(page, clip({ seconds: 11 }))
    await untilItem(page, ['READY_TO_POST'])
    await axe(page)
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => new Promise(() => {})
      for (const value of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value })
        document.dispatchEvent(new Event('visibilitychange'))
      }
    })
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    await pickFile(page, clip({ seconds: 12 }))
    await untilItem(page, ['READY_TO_POST'], 1)
  })

  test('that is refused offline: its message leaves the Offline mark in sight', async () => {
    const { phone, page } = await openCrewApp(site, { camera: 'refused', width: 360, height: 740 })
    await toastSays(page, 'Camera Error')
    await phone.context.setOffline(true)
    const mark = page.getByText('Offline', { exact: true })
    await mark.waitFor()
    await page.getByRole('button', { name: 'Try Again' }).click()
    const toast = toasts(page)
    await toast.hover()
    await toastSays(page, 'Camera Error')
    const [below, above] = [await mark.boundingBox(), await toast.boundingBox()]
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0))
    await shoot(page, 'camera-refused-offline-360')
    await phone.context.setOffline(false)
    expectClean(page, /net::ERR_/)
  })

  test('that is missing is replaced by a file of valid length', async () => {
    const { page } = await openCrewApp(site, { camera: 'none' })
    await page.getByRole('heading', { name: 'No camera here' }).waitFor()
    await pickFile(page, clip({ seconds: 9 }))
    await toastSays(page, 'Video Too Short', 'Videos must be at least 10 seconds. This was 9 seconds.')
    await pickFile(page, clip({ seconds: videoMax + 2 }))
    await toastSays(
      page,
      'Video Too Long',
      `Videos must be less than ${videoMax} seconds. This was ${videoMax + 2} seconds.`,
    )
    await page
      .getByLabel('Choose a video')
      .setInputFiles({ name: 'a "b" 🐟 ?.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) })
    await toastSays(page, 'Error', 'This file is empty. Choose another one, or record again.')
    expect(await itemsOf(page)).toEqual([])
    await page.evaluate(() => {
      const stores: string[] = []
      Object.assign(window, { stores })
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...record) {
        stores.push(this.name)
        return put.apply(this, record)
      }
    })
    await pickFile(page, clip({ seconds: 11 }))
    await toastSays(page, 'Uploading Video...')
    // Another tab would take an open recording for an abandoned one, and delete it.
    expect((await page.evaluate(() => Reflect.get(window, 'stores'))).slice(0, 2)).toEqual([
      'slices',
      'items',
    ])
    expect(await untilItem(page, ['READY_TO_POST'])).toMatchObject({ durationSec: 11 })
    await expectAccessible(page)
  })

  test('of an iPhone is the native one', async () => {
    const phone = await startPhone(site, {
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    })
    const page = await phone.open()
    await page.getByRole('button', { name: 'Open Camera' }).waitFor()
    const input = page.getByLabel('Record a video', { exact: true })
    expect([await input.getAttribute('accept'), await input.getAttribute('capture')]).toEqual([
      'video/*',
      'environment',
    ])
    await input.setInputFiles(clip({ seconds: 11, kind: 'mp4' }))
    const item = await untilItem(page, ['READY_TO_POST'])
    expect(item.fileName).toBe(`video-${item.createdAt}.mp4`)

    // iOS has no other copy of what its camera records here.
    const saveAgain = page.getByRole('button', { name: 'Save Again' })
    const failToStore = async (seconds: number) => {
      await page.evaluate(() => {
        const { put } = IDBObjectStore.prototype
        Object.assign(window, { put })
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      await input.setInputFiles(clip({ seconds, kind: 'mp4' }))
      await toastSays(page, 'Recording Error')
      await saveAgain.waitFor()
    }
    const freeSpace = () =>
      page.evaluate(() => {
        IDBObjectStore.prototype.put = Reflect.get(window, 'put')
      })
    await failToStore(12)
    await tab(page, 'Queue').click()
    await page.getByText('Ready to Post').waitFor()
    await freeSpace()
    await tab(page, 'Capture').click()
    await saveAgain.click()
    await untilItem(page, ['READY_TO_POST'], 1)
    await eventually(saveAgain).toHaveCount(0)

    // A session that ends meanwhile reloads the page after that.
    await failToStore(13)
    await page.evaluate(() =>
      new BroadcastChannel('session').postMessage({ event: 'SIGNED_OUT', user: null, endsAt: null }),
    )
    await freeSpace()
    await Promise.all([page.waitForEvent('load'), saveAgain.click()])
    await untilItem(page, ['READY_TO_POST'], 2)
  })
})
