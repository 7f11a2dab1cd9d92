import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { QueueItem } from '#crew/queue/item.ts'
import {
  axe,
  axeColors,
  eventually,
  expectClean,
  expectNoSidewaysScroll,
  holdLock,
  ready,
  reload,
  serveSite,
  smallTargets,
  toasts,
} from '../support/browser.ts'
import {
  closePhones,
  itemsOf,
  openCrewApp,
  type Phone,
  pickFile,
  putItems,
  startPhone,
  tab,
  toastSays,
  untilItem,
} from '../support/crew.ts'
import { clip } from '../support/media.ts'

const site = serveSite({ env: { MIN_FREE_MB: '0' } })
setDefaultTimeout(300_000)
afterEach(closePhones)

/** Pixels of a control that a wet thumb hits. */
const wetThumb = 56

const sizes = [
  [360, 740],
  [740, 360],
] as const

async function turn(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height])
  await atRest(page)
}

/** Colour transitions run briefly even with reduced motion; inherited colours follow a frame later. */
const atRest = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve(document.getAnimations().every(({ playState }) => playState !== 'running')),
          ),
        ),
      ),
  )

const noToast = (page: Page) => toasts(page).waitFor({ state: 'detached' })

/** Controls that stay covered after scrolling. */
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const misses: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('button, a[href], select, textarea')) {
      if (
        !element.checkVisibility({ visibilityProperty: true }) ||
        element.tabIndex === -1 ||
        element.textContent === 'Skip to content'
      )
        continue
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const isHit =
        hit !== null && (element.contains(hit) || hit.closest('label') === element.closest('label'))
      if (!isHit && !(element instanceof HTMLButtonElement && element.disabled))
        misses.push(`${element.getAttribute('aria-label') ?? element.textContent} under ${hit?.className}`)
    }
    scrollTo(0, 0)
    return misses
  })

async function expectUsableInTheSun(page: Page, { isCovered = false } = {}): Promise<void> {
  for (const size of sizes) {
    await turn(page, size)
    await expectNoSidewaysScroll(page)
    const small = await smallTargets(page, wetThumb)
    // The skip link is for keyboards.
    expect(small.filter(html => !html.includes('href="#main"'))).toEqual([])
    if (!isCovered) expect(await unreachable(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await atRest(page)
    await axe(page, 'color-contrast-enhanced')
    await page.emulateMedia({ colorScheme: 'dark' })
    await atRest(page)
    await axeColors(page, 'color-contrast-enhanced')
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await turn(page, sizes[0])
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
  await expectNoSidewaysScroll(page)
  if (!isCovered) expect(await unreachable(page)).toEqual([])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

async function openAt(page: Page, path: string, title: string): Promise<void> {
  await page.goto(site.url + path)
  await ready(page)
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

/** Another page takes the uploader's lock from the open one, which takes it when it opens. */
async function holdUploads({ context }: Phone): Promise<void> {
  const holder = await context.newPage()
  await holder.goto(`${site.url}/crew-videos`)
  await holdLock(holder, 'reelstake-uploader')
}

function everyState(ready: QueueItem): QueueItem[] {
  const { createdAt } = ready
  const local = { localUri: `take:${ready.id}`, remoteUri: null }
  const states: Partial<QueueItem>[] = [
    {
      ...local,
      status: 'WAITING',
      progress: 0.42,
      errorMessage: 'No connection to the server. Retrying automatically.',
    },
    { ...local, status: 'UPLOADING', progress: 0.41, sizeBytes: 18_400_000 },
    { ...local, status: 'PROCESSING', progress: 0.6 },
    {
      ...local,
      status: 'FAILED',
      failure: 'refused',
      errorMessage: 'This file is not a video we can play.',
      thumbnail: null,
      durationSec: 0,
    },
    { ...local, status: 'FAILED', failure: 'trouble', errorMessage: 'Something went wrong.' },
    {
      status: 'READY_TO_POST',
      meta: { ...ready.meta, caption: 'Half a thought about a very long fish', onUploaded: 'publish' },
    },
    { status: 'POSTED', meta: { ...ready.meta, postId: 'p' } },
  ]
  return states.map((state, index) => ({
    ...ready,
    id: `state-${index}`,
    createdAt: createdAt - (index + 1) * 3_600_000,
    ...state,
  }))
}

describe('portrait and landscape, light and dark, large targets and double font size', () => {
  test('Capture: the camera, a recording, and the state after it', async () => {
    const phone = await startPhone(site, { camera: 'two' })
    await phone.context.addInitScript(() => {
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true })
    })
    const page = await phone.open()
    await page.locator('button[aria-label="Flash"]').waitFor()
    await expectUsableInTheSun(page)
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.getByText('1s / 60s').waitFor()
    await expectUsableInTheSun(page)
    await page
      .getByText('12s / 60s')
      .or(page.getByText(/[1-5]\ds \/ 60s/))
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await toastSays(page, 'Uploading Video...')
    for (const size of sizes) {
      await turn(page, size)
      expect(await unreachable(page)).toEqual([])
    }
    await untilItem(page, ['READY_TO_POST'])
    await expectUsableInTheSun(page, { isCovered: true })
  })

  test('Capture without a camera, with a refused one, and on an iPhone', async () => {
    for (const [options, title] of [
      [{ camera: 'none' }, 'No camera here'],
      [{ camera: 'refused' }, 'Allow the camera'],
      [
        {
          userAgent:
            'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
        },
        'Record a video',
      ],
    ] as const) {
      const { phone, page } = await openCrewApp(site, { ...options })
      await page.getByRole('heading', { name: title }).waitFor()
      if (title === 'Allow the camera') await toastSays(page, 'Camera Error')
      await noToast(page)
      await expectUsableInTheSun(page)
      await phone.context.setOffline(true)
      await page.getByText('Offline', { exact: true }).waitFor()
      await expectUsableInTheSun(page)
      expectClean(page, /net::ERR_/)
      await phone.close()
    }
  })

  test('the empty queue, no posts, and a missing post', async () => {
    const { page } = await openCrewApp(site)
    for (const [path, title, text] of [
      ['/crew/queue', 'Upload Queue', 'No videos in queue'],
      ['/crew/posts', 'My Posts', 'No posts yet'],
      ['/crew/posts/0192f0c0-0000-7000-8000-000000000000', 'View Post', 'Post not found'],
      ['/crew/compose/nothing', 'Compose Post', 'Video not found'],
    ] as const) {
      await openAt(page, path, title)
      await page.getByText(text, { exact: true }).waitFor()
      await expectUsableInTheSun(page)
    }
    expectClean(page, /404/)
  })

  test('every other tab and sub-view, a queue in every state, the confirmation of a deletion', async () => {
    const { phone, page } = await openCrewApp(site, { camera: 'none' })
    await pickFile(page, clip({ seconds: 11 }))
    const item = await untilItem(page, ['READY_TO_POST'])
    await noToast(page)
    const ids = await page.evaluate(async videoId => {
      const post = async (publish: boolean) => {
        const body = JSON.stringify({
          videoId,
          caption: 'Sails up',
          tag: 'Run',
          visibility: 'Public',
          publish,
        })
        const headers = { 'content-type': 'application/json' }
        return (await (await fetch('/api/crew/posts', { method: 'POST', headers, body })).json()).id
      }
      return [await post(true), await post(false)]
    }, item.meta.videoId)
    for (const [path, title, text] of [
      [`/crew/compose/${item.id}`, 'Compose Post', 'Publish Post'],
      ['/crew/posts', 'My Posts', 'Draft'],
      [`/crew/posts/${ids[0]}`, 'View Post', 'Edit'],
      [`/crew/posts/${ids[1]}`, 'View Post', 'Publish'],
      [`/crew/posts/${ids[1]}/edit`, 'Edit Post', 'Publish Post'],
      ['/crew/live', 'Live', 'Not Live'],
      ['/crew/settings', 'Settings', 'No boat assigned'],
    ] as const) {
      await openAt(page, path, title)
      await page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' })
      await expectUsableInTheSun(page)
    }
    await openAt(page, '/crew/queue', 'Upload Queue')
    await holdUploads(phone)
    await putItems(page, everyState(item))
    for (const label of ['Waiting', 'Uploading', 'Processing', 'Failed', 'Posted'])
      await page.getByText(label, { exact: true }).first().waitFor()
    await eventually(tab(page, 'Queue')).toHaveAccessibleName(/^Queue \d open$/)
    await expectUsableInTheSun(page)
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('alertdialog').waitFor()
    await expectUsableInTheSun(page, { isCovered: true })
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect((await itemsOf(page)).length).toBe(8)
  })

  test('the offer of a new build does not cover the record button', async () => {
    const { page } = await openCrewApp(site, { isInstalled: true })
    await reload(page)
    await page.getByRole('button', { name: 'Start recording', disabled: false }).waitFor()
    appendFileSync(join(site.dist, 'public/crew/sw.js'), '\n// a build for the eyes')
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/crew')
      await registration?.update()
    })
    await page.getByText('A new version is ready.').waitFor()
    for (const size of sizes) {
      await turn(page, size)
      const button = await page.getByRole('button', { name: 'Start recording' }).boundingBox()
      expect((button?.y ?? size[1]) + (button?.height ?? 0)).toBeLessThanOrEqual(size[1])
    }
    await expectUsableInTheSun(page)
  })
})

test('hydration causes no layout shift', async () => {
  const phone = await startPhone(site)
  await phone.context.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const page = await phone.open()
  await page.getByRole('button', { name: 'Start recording', disabled: false }).waitFor()
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
})
