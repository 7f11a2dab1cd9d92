import { type BrowserContext, chromium, type Page } from 'playwright'
import { limits } from '#contract/limits.ts'
import { fromStored, type StoredItem, toStored } from '#crew/queue/idb-store.ts'
import type { QueueItem } from '#crew/queue/item.ts'
import { type Member, reportCspViolations, type Site, waitMs } from './browser.ts'
import { launchOptions, sharedBrowser } from './launch-browser.ts'

export interface PhoneOptions {
  member?: Member
  /** `refused`: no permission; `none`: no camera. */
  camera?: 'fake' | 'two' | 'refused' | 'none'
  /** A proxy's address, for example. */
  url?: string
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  /** Profile directory, to reopen the browser. */
  profile?: string
  userAgent?: string
  /** Asks for the boat. */
  isFirstRun?: boolean
}

export interface Phone {
  context: BrowserContext
  member: Member
  site: Site
  open(path?: string): Promise<Page>
  close(): Promise<void>
}

const flags = {
  fake: ['--use-fake-device-for-media-stream=fps=5', '--use-fake-ui-for-media-stream'],
  two: ['--use-fake-device-for-media-stream=device-count=2,fps=5', '--use-fake-ui-for-media-stream'],
  refused: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
  none: ['--use-fake-device-for-media-stream=device-count=0', '--use-fake-ui-for-media-stream'],
} as const

const open = new Set<{ close(): Promise<void> }>()

export async function closePhones(): Promise<void> {
  for (const phone of open) await phone.close()
  open.clear()
}

async function start(options: PhoneOptions): Promise<BrowserContext> {
  const { camera = 'fake', width = 412, height = 839, theme = 'light', profile, userAgent } = options
  const device = {
    viewport: { width, height },
    hasTouch: true,
    colorScheme: theme,
    reducedMotion: 'reduce' as const,
    ...(userAgent !== undefined && { userAgent }),
  }
  if (profile !== undefined)
    return chromium.launchPersistentContext(profile, { ...launchOptions(flags[camera]), ...device })
  return (await sharedBrowser(flags[camera])).newContext(device)
}

export async function startPhone(site: Site, options: PhoneOptions = {}): Promise<Phone> {
  const { isFirstRun = false } = options
  const context = await start(options)
  const member = options.member ?? (await site.addMember())
  context.setDefaultTimeout(waitMs)
  await reportCspViolations(context)
  if (!isFirstRun)
    await context.addInitScript(() => {
      const key = 'reelstake.crew.preferences'
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify({ boatAsked: true }))
    })
  await context.addCookies([member.cookie])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const phoneSite = { ...site, url: options.url ?? site.url }
  const phone: Phone = {
    context,
    member,
    site: phoneSite,
    open: (path = '/crew') => phoneSite.open(path, { context, isChecked: options.url === undefined }),
    async close() {
      open.delete(phone)
      await context.close()
    },
  }
  open.add(phone)
  return phone
}

export interface CrewAppOptions extends PhoneOptions {
  path?: string
  /** Waits for the service worker. */
  isInstalled?: boolean
}

export async function openCrewApp(
  site: Site,
  { path, isInstalled = false, ...options }: CrewAppOptions = {},
): Promise<{ phone: Phone; page: Page }> {
  const phone = await startPhone(site, options)
  const page = await phone.open(path)
  if (isInstalled) await page.evaluate(() => navigator.serviceWorker.ready)
  return { phone, page }
}

export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Crew' }).getByRole('link', { name })

/** Runs in the page. Oldest first. */
const readItems = () =>
  new Promise<StoredItem[]>((resolve, reject) => {
    const opening = indexedDB.open('reelstake-crew', 1)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const db = opening.result
      const reading = db.transaction('items').objectStore('items').getAll()
      reading.onsuccess = () => {
        db.close()
        resolve(reading.result.sort((a: StoredItem, b: StoredItem) => a.createdAt - b.createdAt))
      }
      reading.onerror = () => reject(reading.error)
    }
  })

/** Oldest first. */
export const itemsOf = async (page: Page): Promise<QueueItem[]> =>
  (await page.evaluate(readItems)).map(fromStored)

/** Looks from within the page, since each call of Playwright takes CPU. */
export const untilItem = async (
  page: Page,
  statuses: readonly QueueItem['status'][],
  index = 0,
): Promise<QueueItem> =>
  fromStored(
    await page.evaluate<StoredItem>(`(async () => {
      for (;;) {
        const { [${index}]: item } = await (${readItems})()
        if (${JSON.stringify(statuses)}.includes(item?.status)) return item
        await new Promise(resolve => setTimeout(resolve, 100))
      }
    })()`),
  )

export async function recordFor(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click()
  await page.getByText(`${seconds}s / ${limits.videoMax}s`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop recording' }).click()
}

export async function pickFile(page: Page, file: string): Promise<void> {
  await page.getByLabel('Choose a video').setInputFiles(file)
}

export async function toastSays(page: Page, title: string, words?: string): Promise<void> {
  const toast = page.locator('[data-scope=toast][data-part=root]')
  await toast.getByText(title, { exact: true }).waitFor()
  if (words !== undefined) await toast.getByText(words, { exact: true }).waitFor()
}

export async function putItems(page: Page, items: readonly QueueItem[]): Promise<void> {
  await page.evaluate(
    all =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('reelstake-crew', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const writing = db.transaction('items', 'readwrite')
          for (const item of all) writing.objectStore('items').put(item)
          writing.oncomplete = () => {
            db.close()
            const channel = new BroadcastChannel('reelstake-queue')
            channel.postMessage({ type: 'changed', id: all[0]?.id })
            channel.close()
            resolve()
          }
          writing.onerror = () => reject(writing.error)
        }
      }),
    items.map(toStored),
  )
}

const wetThumb = 56

/** Controls below 56 px, except links in text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    least =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'button, a[href], label:has(input), select, textarea, input, summary, [role=button], [role=tab]',
        ),
      ]
        .filter(element => element.checkVisibility() && element.tabIndex !== -1)
        // Labels are the targets of inputs.
        .filter(element => !(element instanceof HTMLInputElement && element.closest('label')))
        .filter(element => element.textContent !== 'Skip to content')
        .map(element => ({
          name: element.getAttribute('aria-label') ?? element.textContent,
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    wetThumb,
  )

/** Counts what the app has stored of recordings, or of their slices. */
export const countStored = (page: Page, store: 'takes' | 'slices'): Promise<number> =>
  page.evaluate(
    name =>
      new Promise<number>(resolve => {
        const opening = indexedDB.open('reelstake-crew', 1)
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
    store,
  )
