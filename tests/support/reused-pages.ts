import type { BrowserContext, Page } from 'playwright'

/**
 * Pages of ended tests, for other tests: one with a context of its own takes twice the CPU.
 *
 * A kind is an origin, a space, and the options that a context can't change later.
 */
const idle = new Map<string, Page[]>()
const kinds = new WeakMap<BrowserContext, string>()

export function allowReuse(context: BrowserContext, kind: string): void {
  kinds.set(context, kind)
}

/** Prevents the reuse of a page whose clock or first scripts a test changes, which Playwright can't undo. */
export const preventReuse = (page: Page): boolean => kinds.delete(page.context())

export const takeIdle = (kind: string): Page | undefined => idle.get(kind)?.pop()

/** Keeps its page without what the test left, or closes it. */
export async function release(context: BrowserContext): Promise<void> {
  const kind = kinds.get(context)
  const [page, ...others] = context.pages()
  if (kind === undefined || page === undefined) return context.close()
  for (const other of others) await other.close()
  for (const event of [
    'console',
    'pageerror',
    'requestfailed',
    'request',
    'requestfinished',
    'response',
    'dialog',
  ])
    page.removeAllListeners(event)
  await Promise.all([
    page.unrouteAll(),
    context.unrouteAll(),
    context.setOffline(false),
    context.clearPermissions(),
    page.emulateMedia({ media: null, contrast: null, forcedColors: null, reducedMotion: 'reduce' }),
  ])
  // This keeps the process, unlike a `goto`: a new process is what takes the CPU.
  await page.evaluate(() => location.replace('about:blank'))
  await page.waitForURL('about:blank')
  await page.evaluate(() => sessionStorage.clear())
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  const origin = kind.slice(0, kind.indexOf(' '))
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
  idle.set(kind, [...(idle.get(kind) ?? []), page])
}

export async function closeKept(origin: string): Promise<void> {
  for (const [kind, pages] of idle) {
    if (!kind.startsWith(`${origin} `)) continue
    for (const page of pages) await page.context().close()
    idle.delete(kind)
  }
}
