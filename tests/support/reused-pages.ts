import type { BrowserContext, Page } from 'playwright'

/**
 * Pages of ended tests, for tests of any site: one with a context of its own takes twice the CPU.
 *
 * A kind is the options that a context can't change later.
 */
const idle = new Map<string, Page[]>()
const uses = new WeakMap<BrowserContext, { kind: string; origin: string }>()

export function allowReuse(context: BrowserContext, kind: string, origin: string): void {
  uses.set(context, { kind, origin })
}

export const preventReuse = (context: BrowserContext): boolean => uses.delete(context)

/** A page whose clock or first scripts a test changes isn't reused: Playwright can't undo that. */
export function watchChanges(context: BrowserContext): void {
  const watched = <Method extends (...args: never[]) => unknown>(method: Method): Method =>
    new Proxy(method, {
      apply(target, self, args) {
        preventReuse(context)
        return Reflect.apply(target, self, args)
      },
    })
  context.addInitScript = watched(context.addInitScript)
  context.clock.install = watched(context.clock.install)
  context.on('page', page => {
    page.addInitScript = watched(page.addInitScript)
  })
}

export const takeIdle = (kind: string): Page | undefined => idle.get(kind)?.pop()

/** Keeps its page without what the test left, or closes it. */
export async function release(context: BrowserContext): Promise<void> {
  const use = uses.get(context)
  const [page, ...others] = context.pages()
  // A worker of another site would answer for the next one's.
  if (use === undefined || page === undefined || context.serviceWorkers().length > 0) return context.close()
  const { kind, origin } = use
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
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
  idle.set(kind, [...(idle.get(kind) ?? []), page])
}
