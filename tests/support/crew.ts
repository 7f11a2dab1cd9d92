import { type BrowserContext, chromium, type Page } from 'playwright'
import { limits } from '#contract/limits.ts'
import { fromStored, type StoredItem, toStored } from '#crew/queue/idb-store.ts'
import type { QueueItem } from '#crew/queue/item.ts'
import { type Member, reportCspViolations, type Site, toasts, waitMs } from './browser.ts'
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
    locale: 'en-US',
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

/** Makes requests to one of the app's stores, in one transaction. @returns the last one's result */
const inStore = <T>(
  page: Page,
  store: 'items' | 'takes' | 'slices',
  method: 'getAll' | 'count' | 'put',
  records: readonly unknown[] = [],
): Promise<T> =>
  page.evaluate(
    ([name, kind, values]) =>
      new Promise<T>((resolve, reject) => {
        const opening = indexedDB.open('reelstake-crew', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const transaction = db.transaction(name, kind === 'put' ? 'readwrite' : 'readonly')
          const objects = transaction.objectStore(name)
          const requests = kind === 'put' ? values.map(value => objects.put(value)) : [objects[kind]()]
          transaction.onerror = () => reject(transaction.error)
          transaction.oncomplete = () => {
            db.close()
            resolve(requests.at(-1)?.result as T)
          }
        }
      }),
    [store, method, records] as const,
  )

/** Oldest first. */
export async function itemsOf(page: Page): Promise<QueueItem[]> {
  const items = await inStore<StoredItem[]>(page, 'items', 'getAll')
  return items.sort((a, b) => a.createdAt - b.createdAt).map(fromStored)
}

export async function untilItem(
  page: Page,
  statuses: readonly QueueItem['status'][],
  index = 0,
): Promise<QueueItem> {
  for (;;) {
    const item = (await itemsOf(page))[index]
    if (item && statuses.includes(item.status)) return item
    await page.waitForTimeout(100)
  }
}

export async function recordFor(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click()
  await page.getByText(`${seconds}s / ${limits.videoMax}s`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop recording' }).click()
}

export async function pickFile(page: Page, file: string): Promise<void> {
  await page.getByLabel('Choose a video').setInputFiles(file)
}

export async function toastSays(page: Page, title: string, words?: string): Promise<void> {
  const toast = toasts(page)
  await toast.getByText(title, { exact: true }).waitFor()
  if (words !== undefined) await toast.getByText(words, { exact: true }).waitFor()
}

export async function putItems(page: Page, items: readonly QueueItem[]): Promise<void> {
  await inStore(page, 'items', 'put', items.map(toStored))
  await page.evaluate(() => {
    const channel = new BroadcastChannel('reelstake-queue')
    channel.postMessage({ type: 'changed' })
    channel.close()
  })
}

/** Counts what the app has stored of recordings, or of their slices. */
export const countStored = (page: Page, store: 'takes' | 'slices') => inStore<number>(page, store, 'count')
