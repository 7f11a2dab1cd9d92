import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults, RunOptions } from 'axe-core'
import type { BrowserContext, Locator, Page } from 'playwright'
import { expect as playwrightExpect } from 'playwright/test'
import { makeApp } from '#server/app.ts'
import { type Env, parseEnv } from '#server/env.ts'
import { makeLog } from '#server/log.ts'
import { builtAssets } from '#server/web/assets.ts'
import { staticFiles } from '#server/web/static.ts'
import { root } from '../../scripts/build.ts'
import { makeTestDeps, type TestDeps } from './app.ts'
import { addSigned, nameValues } from './factories.ts'
import { sharedBrowser } from './launch-browser.ts'
import { allowReuse, preventReuse, release, takeIdle, watchChanges } from './reused-pages.ts'

/**
 * The whole app on a real port, and a real browser:
 *
 *     const site = serveSite()
 *     const page = await site.open('/account', { signedIn: true, width: 360 })
 *
 * Every page must be clean when the test ends; {@link expectClean} names the errors that a test provokes.
 */
export interface Site extends AsyncDisposable, Omit<TestDeps, 'gate'> {
  /** Address without a trailing slash. */
  url: string
  dist: string
  env: Env
  /** Errors that {@link expectClean} hasn't checked yet. */
  errors: string[]
  /** Adds an account with a session; Ana Reyes by default. */
  addMember(person?: Person): Promise<Member>
  /** Opens a new context and waits until the page is ready. */
  open(path: string, options?: PageOptions): Promise<Page>
  /** Waits for open event streams. */
  untilWatched(page: Page, count?: number): Promise<void>
  /** Sends a request as the member's browser does; without a session for null. */
  call(member: Member | null, method: string, path: string, json?: unknown): Promise<Response>
  /** @throws Error unless the status is 2xx */
  ask<T>(member: Member | null, method: string, path: string, json?: unknown): Promise<T>
  /** Checks and closes the pages first. */
  stop(): Promise<void>
}

export interface SiteOptions {
  /** Site password; open without one. */
  gate?: string
  env?: Record<string, string>
  /** Pages stay open for the next tests: opening one takes three times the CPU of a navigation. */
  keepsPages?: boolean
}

const contexts = new Set<BrowserContext>()
/** A copy, because another test may rebuild. */
let snapshot: Promise<string> | undefined

async function snapshotBuild(): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'reelstake-build-'))
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  return copy
}

/** Builds if needed; serves a new database without throttles. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  snapshot ??= snapshotBuild()
  const files = await snapshot
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-e2e-'))
  mkdirSync(join(dataDir, 'db'))
  mkdirSync(join(dataDir, 'uploads'))
  const env = parseEnv(
    {
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      ...(options.gate === undefined ? { SITE_GATE: 'off' } : { SITE_PASSWORD: options.gate }),
      ...options.env,
    },
    root,
  )
  const errors: string[] = []
  const log = makeLog('error', line => void errors.push(line), false)
  const { gate, ...testDeps } = await makeTestDeps(env, log)
  const { db, deps } = testDeps
  const app = makeApp(deps, {
    gate,
    assets: builtAssets(join(files, 'dist')),
    files: staticFiles(files),
  })
  const server = Bun.serve({ port: 0, fetch: (request, self) => app.fetch(request, { server: self }) })
  const site: Site = {
    ...testDeps,
    url: `http://localhost:${server.port}`,
    dist: join(files, 'dist'),
    env,
    errors,
    addMember(person) {
      return addMember(this, person)
    },
    open(path, options) {
      return openPage(this, path, options)
    },
    async untilWatched(page, count = 1) {
      while (deps.events.hub.size < count) await page.evaluate(() => new Promise(requestAnimationFrame))
    },
    call(member, method, path, json) {
      return fetch(this.url + path, {
        method,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...(member !== null && { cookie: `${member.cookie.name}=${member.cookie.value}` }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
    },
    async ask(member, method, path, json) {
      const response = await this.call(member, method, path, json)
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    [Symbol.asyncDispose]() {
      return this.stop()
    },
    async stop() {
      await closePages()
      await server.stop(true)
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return site
}

/** Call at top level; registers the clean-up hooks. */
export function serveSite(options: SiteOptions = {}): Site {
  setDefaultTimeout(180_000)
  const site: Site = Object.create(null)
  beforeAll(async () => {
    Object.assign(site, await startSite(options))
  })
  afterAll(() => site.stop())
  afterEach(options.keepsPages ? expectPagesClean : closePages)
  return site
}

export const untilText = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()

/** The toasts that are shown. */
export const toasts = (page: Page): Locator => page.locator('[data-scope=toast][data-part=root]')

/** Closes the toast, which may cover the next target. */
export async function dismissToast(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('group').filter({ hasText: text })
  await toast.getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })
}

/** Waits until an action whose button is gone has left the focus on the page. */
export const untilFocused = (page: Page): Promise<void> =>
  eventually(page.locator('#main:focus, #main :focus')).toHaveCount(1)

/** Returns the receipt of a payment that has just arrived. */
export const receiptOf = (page: Page): Locator => page.getByRole('article', { name: /^You are backing/ })

export const errorsOf = (part: Page | Locator): Promise<string[]> =>
  part.locator('[id$="-error"]').allTextContents()

export interface Person {
  email?: string
  firstName?: string | null
  lastName?: string | null
}

export interface PageOptions {
  width?: number
  height?: number
  touch?: boolean
  theme?: 'light' | 'dark'
  /** `true`: Ana Reyes. */
  signedIn?: boolean | Person
  member?: Member
  /** Font size in pixels. */
  fontSize?: number
  /** `false`: without JavaScript, so never ready. */
  script?: boolean
  /** Delays fonts until the page is ready. */
  lateFonts?: boolean
  /** `false`: without service workers. Playwright's routes miss requests while one takes over the page. */
  worker?: boolean
  zone?: string
  context?: BrowserContext
  /** `false`: errors are checked by {@link expectClean} only, because the network fails at random. */
  isChecked?: boolean
}

interface PageLog {
  site: Site
  problems: string[]
  expected: RegExp[]
  isChecked: boolean
}

const logs = new Map<Page, PageLog>()

async function openPage(site: Site, path: string, options: PageOptions = {}): Promise<Page> {
  const page = await makePage(site, options)
  const problems: string[] = []
  logs.set(page, { site, problems, expected: [], isChecked: options.isChecked ?? options.script !== false })
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  // In production React reports a hydration mismatch as an uncaught error.
  page.on('pageerror', error => problems.push(`page error: ${error.message}`))
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText
    // Aborted requests and prefetches may fail.
    const isGuess = request.headers()['sec-purpose']?.startsWith('prefetch') === true
    if (reason !== 'net::ERR_ABORTED' && !isGuess) problems.push(`request failed: ${request.url()} ${reason}`)
  })
  if (options.fontSize !== undefined) await setFontSize(page, options.fontSize)
  if (options.script === false) await page.goto(site.url + path)
  else if (options.lateFonts) await visitBeforeFonts(page, site.url + path)
  else await visit(page, site.url + path)
  return page
}

/** Holds requests to matching addresses until they are released. @param method all by default */
export async function holdRequests(page: Page, address: string, method?: string) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(address, async route => {
    if (method === undefined || route.request().method() === method) {
      asked.resolve()
      await released.promise
    }
    await route.continue().catch(() => {})
  })
  return { untilAsked: asked.promise, release: released.resolve }
}

/** Fonts come after the page is ready, also on a second visit. */
export async function visitBeforeFonts(page: Page, url: string): Promise<void> {
  const fonts = await holdRequests(page, '**/*.woff2')
  // The load event waits for fonts.
  await page.goto(url, { waitUntil: 'commit' })
  await ready(page)
  await fonts.untilAsked
  fonts.release()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.unroute('**/*.woff2')
}

/** Sets the font size in the browser's settings. */
export async function setFontSize(page: Page, pixels: number): Promise<void> {
  preventReuse(page.context())
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

function openProblems(): string[] {
  return [...logs.values()].filter(({ isChecked }) => isChecked).flatMap(unexpectedProblems)
}

function expectPagesClean(): void {
  expect(openProblems()).toEqual([])
}

/** Asserts that every open page is clean. */
export async function closePages(): Promise<void> {
  const problems = openProblems()
  logs.clear()
  for (const context of contexts) await release(context)
  contexts.clear()
  expect(problems).toEqual([])
}

/** Holds the browser's lock for ever, as a suspended tab does. */
export const holdLock = (page: Page, name: string): Promise<void> =>
  page.evaluate(lock => {
    navigator.locks.request(lock, { steal: true }, () => new Promise(() => {})).catch(() => {})
  }, name)

export async function reload(page: Page): Promise<void> {
  await page.reload()
  await ready(page)
}

export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await ready(page)
}

/** Waits until a page works after a navigation that the page starts. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/** Milliseconds below the tests' limit of 180 s, so that a failure names the element. */
export const waitMs = 150_000

/** Playwright's assertions about a locator: each waits until it holds, as a person does. */
export const eventually = playwrightExpect.configure({ timeout: waitMs })

/** Reports violations as errors of the page. */
export const reportCspViolations = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      reportError(new Error(`CSP violation: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`))
    })
  })

async function makePage(site: Site, options: PageOptions): Promise<Page> {
  if (options.context) return options.context.newPage()
  const { width = 1280, height = 800, theme = 'light', touch, worker, zone, script, signedIn } = options
  const isPlain = script !== false && !options.lateFonts
  const kind = isPlain ? JSON.stringify({ touch, worker, zone }) : undefined
  const member =
    options.member ?? (signedIn ? await addMember(site, signedIn === true ? {} : signedIn) : undefined)
  const keptPage = kind === undefined ? undefined : takeIdle(kind)
  const context = keptPage?.context() ?? (await makeContext(options))
  contexts.add(context)
  if (kind !== undefined) allowReuse(context, kind, site.url)
  if (member) await context.addCookies([member.cookie])
  if (keptPage === undefined) return context.newPage()
  await keptPage.setViewportSize({ width, height })
  await keptPage.emulateMedia({ colorScheme: theme })
  return keptPage
}

async function makeContext({
  width = 1280,
  height = 800,
  touch = false,
  theme = 'light',
  worker = true,
  zone,
  script = true,
}: PageOptions): Promise<BrowserContext> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: touch,
    colorScheme: theme,
    reducedMotion: 'reduce',
    javaScriptEnabled: script,
    ...(zone !== undefined && { timezoneId: zone }),
  })
  context.setDefaultTimeout(waitMs)
  await reportCspViolations(context)
  if (!worker)
    await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  watchChanges(context)
  return context
}

export type Member = Awaited<ReturnType<typeof addMember>>

async function addMember(
  { db, deps, url }: Site,
  { email, firstName = 'Ana', lastName = 'Reyes' }: Person = {},
) {
  const now = deps.now()
  const { id, cookie } = await addSigned(
    db,
    {
      ...nameValues(firstName, lastName),
      ...(email !== undefined && { email }),
      email_confirmed_at: now,
      created_at: now,
      updated_at: now,
    },
    { created_at: now, seen_at: now },
  )
  const [name = '', value = ''] = cookie.split('=')
  return { userId: id, cookie: { name, value, url, httpOnly: true, sameSite: 'Lax' as const } }
}

/**
 * Asserts no console output, uncaught error, hydration mismatch, CSP violation, failed request or server error.
 * @param expected errors that the test provokes, until the page closes
 */
export function expectClean(page: Page, ...expected: RegExp[]): void {
  const log = logs.get(page)
  if (!log) throw new Error('expectClean is for pages that a site opened')
  log.expected.push(...expected)
  expect(unexpectedProblems(log)).toEqual([])
}

function unexpectedProblems({ site, problems, expected }: PageLog): string[] {
  const all = [...problems.splice(0), ...site.errors.splice(0)]
  return all.filter(problem => !expected.some(pattern => pattern.test(problem)))
}

let axeSource: string | undefined

async function runAxe(page: Page, options: RunOptions): Promise<void> {
  // axe also reports the page behind a dialog that is fading in.
  const isLoaded = await page.evaluate(async () => {
    // Animations in closed details never finish.
    const finite = document
      .getAnimations()
      .filter(
        ({ effect }) =>
          effect instanceof KeyframeEffect &&
          effect.getComputedTiming().endTime !== Infinity &&
          effect.target?.checkVisibility(),
      )
    await Promise.allSettled(finite.map(({ finished }) => finished))
    return 'axe' in window
  })
  if (!isLoaded) {
    axeSource ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
    // DevTools scripts are exempt from CSP.
    await page.evaluate(axeSource)
  }
  const violations: AxeResults['violations'] = await page.evaluate(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(results => results.violations)`,
  )
  const lines = violations.flatMap(violation =>
    violation.nodes.map(
      node => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary ?? violation.help}`,
    ),
  )
  expect(lines).toEqual([])
}

/** @param more rules that are off by default */
export const axe = (page: Page, ...more: string[]): Promise<void> =>
  runAxe(page, { rules: Object.fromEntries(more.map(rule => [rule, { enabled: true }])) })

/** Runs axe on a page whose colours {@link axe} has checked. */
export const axeWithoutColors = (page: Page): Promise<void> =>
  runAxe(page, { rules: { 'color-contrast': { enabled: false } } })

/** The rules of axe whose results depend on the theme. For a page that passed {@link axe} in another theme. */
export const axeColors = (page: Page, ...more: string[]): Promise<void> =>
  runAxe(page, { runOnly: ['color-contrast', 'link-in-text-block', ...more] })

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, viewport] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(content).toBe(viewport)
}

/** Each is the whole text of one element. */
export async function expectTexts(part: Page | Locator, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await eventually(part.getByText(text, { exact: true }), text).toHaveCount(1)
}

export async function expectFocused(element: Locator): Promise<void> {
  expect(await element.evaluate(node => node === document.activeElement)).toBe(true)
}

/** The list has the focus, since the focused control went with its row. */
export const untilListFocused = (part: Page | Locator): Promise<void> =>
  eventually(part.locator('[tabindex="-1"]:focus > ul')).toHaveCount(1)

/** Returns what Chromium tells screen readers, where Playwright has no role. */
export async function disclosureNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ role }) => role?.value === 'DisclosureTriangle')
    .map(({ name }) => String(name?.value))
}

/** Opens a row of a list, as of `ListRow`. */
export const openRow = (part: Page | Locator, text: string): Promise<void> =>
  part.locator('summary').filter({ hasText: text }).first().click()

/** Returns the heights of the elements in whole pixels. */
export const heightsOf = async (items: Locator): Promise<number[]> =>
  (await Promise.all((await items.all()).map(item => item.boundingBox()))).map(box =>
    Math.round(box?.height ?? 0),
  )

/** Has no violation that axe finds, and does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await axe(page)
  await expectNoSidewaysScroll(page)
}

/** Saves a screenshot for a person, only when `SCREENSHOTS` names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

/**
 * No sideways scroll at these widths, light and dark; no violation that axe finds at the first and the last. Ends with
 * the page's own size, in the light theme.
 * @param name of the screenshots
 */
export async function expectAccessibleEverywhere(
  page: Page,
  name: string,
  widths: readonly number[] = [360, 1280],
): Promise<void> {
  const own = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await shoot(page, `${name}-${width}-${theme}`)
      await expectNoSidewaysScroll(page)
      if (width !== widths[0] && width !== widths.at(-1)) continue
      if (theme === 'light') await axe(page)
      else await axeColors(page)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (own) await page.setViewportSize(own)
}

/** Marks elements that slide, with `data-slid`. */
export async function markAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (...args) {
      this.setAttribute('data-slid', '')
      return animate.apply(this, args)
    }
  })
}

/** Texts squeezed to one letter per line, which {@link expectNoSidewaysScroll} misses. */
export const brokenTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const matches: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const { parentElement: parent } = node
      if (!parent?.checkVisibility({ visibilityProperty: true }) || !/\S{4}/.test(text)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { width, height } = range.getBoundingClientRect()
      const size = Number.parseFloat(getComputedStyle(parent).fontSize)
      // Visually hidden text is 1 px wide.
      if (width > 2 && width < 1.6 * size && height > 3 * size) matches.push(text)
    }
    return matches
  })

const fingertip = 44

/**
 * Links and controls that are smaller than this. For a fingertip, links within a text may be, and so may what reaches
 * beyond its box.
 */
export const smallTargets = (page: Page, pixels = fingertip): Promise<string[]> =>
  page.evaluate(
    ([least, isStrict]) => {
      const targets = 'a[href], button, summary, select, textarea, input:not([type=hidden])'
      const isLarge = (element: Element) => {
        const { width, height } = element.getBoundingClientRect()
        // Visually hidden elements are 1 px large.
        return width <= 2 || Math.min(width, height) >= least - 0.1
      }
      const isExempt = (element: Element) =>
        getComputedStyle(element).display === 'inline' ||
        ['::before', '::after'].some(part => getComputedStyle(element, part).position === 'absolute')
      return [...document.querySelectorAll(targets)]
        .filter(element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter(element => isStrict || !isExempt(element))
        .filter(element => !isLarge(element.closest('label') ?? element))
        .map(element => element.outerHTML.slice(0, 200))
    },
    [pixels, pixels > fingertip] as const,
  )

/** Texts cut off by an ancestor that neither scrolls nor shows an ellipsis. */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const matches: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const { parentElement: parent } = node
      if (text === '' || !parent?.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(at)
        const area = at.getBoundingClientRect()
        // Visually hidden, an icon's label, or meant to be cut.
        if (area.width <= 20 || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break
        // Hidden as a whole.
        if (
          box.right <= area.left ||
          box.left >= area.right ||
          box.bottom <= area.top ||
          box.top >= area.bottom
        )
          break
        const isCut = (value: string) => value === 'hidden' || value === 'clip'
        const [x, y] = [isCut(overflowX), isCut(overflowY)]
        if (
          (overflowX === 'auto' || overflowX === 'scroll') &&
          (overflowY === 'auto' || overflowY === 'scroll')
        )
          break
        if (
          (x && (box.left < area.left - 1 || box.right > area.right + 1)) ||
          (y && (box.top < area.top - 2 || box.bottom > area.bottom + 2))
        ) {
          matches.push(text)
          break
        }
        if (position === 'fixed') break
      }
    }
    return matches.slice(0, 5)
  })

/** Cumulative layout shift (web.dev/cls) and the first texts that moved. */
export const layoutShift = (page: Page): Promise<{ score: number; moved: string[] }> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const shifts: PerformanceEntry[] = []
    const observer = new PerformanceObserver(list => void shifts.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await frame()
    await frame()
    const score = shifts.reduce((sum, shift) => sum + Number(Reflect.get(shift, 'value')), 0)
    const movedTexts = shifts.flatMap(shift => {
      const sources: unknown = Reflect.get(shift, 'sources')
      return Array.isArray(sources) ? sources.map(({ node }) => String(node?.textContent ?? '').trim()) : []
    })
    return { score, moved: movedTexts.slice(0, 5) }
  })
