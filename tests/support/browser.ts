import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { newId, type UserId } from '#contract/ids.ts'
import { makeApp } from '#server/app.ts'
import type { Db } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { type Env, parseEnv } from '#server/env.ts'
import { makeGate } from '#server/features/gate/index.ts'
import { mailJobKinds } from '#server/jobs/job-kinds.ts'
import { makeKeys } from '#server/keys.ts'
import { makeLog } from '#server/log.ts'
import type { Mail } from '#server/mail/mail.ts'
import { makePaymentProvider } from '#server/payments/make-payment-provider.ts'
import { makeDeps } from '#server/program.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { builtAssets } from '#server/web/assets.ts'
import { staticFiles } from '#server/web/static.ts'
import { build, isBuilt, root } from '../../scripts/build.ts'
import { makeTestDb } from './app.ts'
import { launchBrowser } from './launch-browser.ts'

/**
 * The whole app on a real port, and a real browser:
 *
 *     const site = serveSite()
 *     const page = await openPage(site, '/account', { signedIn: true, width: 360 })
 *     …
 *     await expectClean(page)
 */
export interface Site {
  /** Without a trailing slash. */
  url: string
  dist: string
  env: Env
  deps: Deps
  db: Db
  /** Oldest first. */
  mails: Mail[]
  sendMails(): Promise<void>
  /** Not yet checked by {@link expectClean}. */
  errors: string[]
  /** Stops the server's clock at this time. */
  setNow(milliseconds: number): void
  stop(): Promise<void>
}

export interface SiteOptions {
  /** Site password; open without one. */
  gate?: string
  env?: Record<string, string>
}

let browser: Promise<Browser> | undefined
let sites = 0
const contexts = new Set<BrowserContext>()
/** A copy, because another test may rebuild. */
let built: Promise<string> | undefined

async function snapshotBuild(): Promise<string> {
  if (!isBuilt()) await build()
  const copy = mkdtempSync(join(tmpdir(), 'reelstake-build-'))
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  return copy
}

/** Builds if needed; serves a new database without throttles. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  built ??= snapshotBuild()
  const files = await built
  sites += 1
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
  const db = await makeTestDb()
  const keys = await makeKeys()
  const mails: Mail[] = []
  const errors: string[] = []
  let now: number | null = null
  const deps = makeDeps({
    env,
    db,
    keys,
    log: makeLog('error', line => void errors.push(line), false),
    mailer: {
      send: async mail => {
        mails.push(mail)
        return '250 OK'
      },
    },
    payments: makePaymentProvider(env),
    disk: makeDiskSpace(env),
    now: () => now ?? Date.now(),
    monotonicNow: () => now ?? Date.now(),
  })
  const app = makeApp(deps, {
    gate: options.gate === undefined ? null : makeGate(options.gate, keys),
    assets: builtAssets(join(files, 'dist')),
    files: staticFiles(files),
  })
  const server = Bun.serve({ port: 0, fetch: (request, self) => app.fetch(request, { server: self }) })
  return {
    url: `http://localhost:${server.port}`,
    dist: join(files, 'dist'),
    env,
    deps,
    db,
    mails,
    sendMails: () => new JobQueue(deps, mailJobKinds(deps)).drain(),
    errors,
    setNow: milliseconds => {
      now = milliseconds
    },
    async stop() {
      sites -= 1
      if (sites === 0 && browser !== undefined) {
        await (await browser).close()
        browser = undefined
      }
      await server.stop(true)
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Call at top level; registers the clean-up hooks. */
export function serveSite(options: SiteOptions = {}): Site {
  setDefaultTimeout(180_000)
  const site: Site = Object.create(null)
  beforeAll(async () => {
    Object.assign(site, await startSite(options))
  })
  afterAll(() => site.stop())
  afterEach(closePages)
  return site
}

/** Waits for open event streams. */
export async function untilWatching(site: Site, page: Page, count = 1): Promise<void> {
  const { hub } = site.deps.events
  while (hub.size < count) await page.evaluate(() => new Promise(requestAnimationFrame))
}

export const said = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor()

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
  zone?: string
  context?: BrowserContext
}

interface Seen {
  site: Site
  problems: string[]
}

const seenBy = new WeakMap<Page, Seen>()

/** Opens a new context and waits until the page is ready. */
export async function openPage(site: Site, path: string, options: PageOptions = {}): Promise<Page> {
  const context = options.context ?? (await makeContext(site, options))
  const page = await context.newPage()
  const problems: string[] = []
  seenBy.set(page, { site, problems })
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

async function visitBeforeFonts(page: Page, url: string): Promise<void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async route => {
    await held.promise
    await route.continue()
  })
  // The load event waits for fonts.
  await page.goto(url, { waitUntil: 'commit' })
  await ready(page)
  held.resolve()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

async function setFontSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

export async function closePages(): Promise<void> {
  for (const context of contexts) await context.close()
  contexts.clear()
}

export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await ready(page)
}

/** For navigations that the page starts. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

async function makeContext(
  site: Site,
  {
    width = 1280,
    height = 800,
    touch = false,
    theme = 'light',
    signedIn,
    member,
    zone,
    script = true,
  }: PageOptions,
) {
  browser ??= launchBrowser()
  const context = await (await browser).newContext({
    viewport: { width, height },
    hasTouch: touch,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    javaScriptEnabled: script,
    ...(zone !== undefined && { timezoneId: zone }),
  })
  contexts.add(context)
  context.setDefaultTimeout(15_000)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      reportError(new Error(`CSP violation: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`))
    })
  })
  if (signedIn) {
    const { cookie } = await addSession(site, signedIn === true ? {} : signedIn)
    await context.addCookies([cookie])
  }
  if (member) await context.addCookies([member.cookie])
  return context
}

export type Member = Awaited<ReturnType<typeof addSession>>

export async function addSession(site: Site, who: Person = {}) {
  const now = site.deps.now()
  const userId: UserId = newId<'user'>()
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const { firstName = 'Ana', lastName = 'Reyes' } = who
  await site.db
    .insertInto('users')
    .values({
      id: userId,
      email: who.email ?? `${userId}@example.com`,
      metadata: JSON.stringify({ first_name: firstName, last_name: lastName }),
      email_confirmed_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await site.db
    .insertInto('sessions')
    .values({
      id: newId<'session'>(),
      user_id: userId,
      cookie_hash: new Bun.CryptoHasher('sha256').update(secret).digest('hex'),
      method: 'password',
      created_at: now,
      seen_at: now,
      idle_expires_at: now + site.env.sessionIdleTtl * 1000,
      expires_at: now + site.env.sessionMaxTtl * 1000,
    })
    .execute()
  return {
    userId,
    cookie: { name: 'sid', value: secret, url: site.url, httpOnly: true, sameSite: 'Lax' as const },
  }
}

export const callAs = (
  site: Site,
  { cookie }: Member,
  method: string,
  path: string,
  json?: unknown,
): Promise<Response> =>
  fetch(site.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: `${cookie.name}=${cookie.value}`,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })

/** @throws Error unless the status is 2xx */
export async function answerTo<T>(...call: Parameters<typeof callAs>): Promise<T> {
  const response = await callAs(...call)
  if (!response.ok) throw new Error(`${call[3]}: ${response.status} ${await response.text()}`)
  return response.json()
}

/**
 * Asserts no console output, uncaught error, hydration mismatch, CSP violation, failed request or server error.
 * @param expected errors that the test provokes
 */
export function expectClean(page: Page, ...expected: RegExp[]): void {
  const seen = seenBy.get(page)
  if (!seen) throw new Error('expectClean is for pages from openPage')
  const problems = [...seen.problems.splice(0), ...seen.site.errors.splice(0)]
  expect(problems.filter(problem => !expected.some(pattern => pattern.test(problem)))).toEqual([])
}

let axeSource: string | undefined

/** @param more rules that are off by default */
export async function axe(page: Page, ...more: string[]): Promise<void> {
  axeSource ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
  // axe also reports the page behind a dialog that is fading in.
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
  // DevTools scripts are exempt from CSP.
  await page.evaluate(axeSource)
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(more.map(rule => [rule, { enabled: true }])),
  }
  const found: AxeResults['violations'] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(results => results.violations)`,
  )
  const lines = found.flatMap(violation =>
    violation.nodes.map(
      node => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary ?? violation.help}`,
    ),
  )
  expect(lines).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, viewport] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(content).toBe(viewport)
}

/** Texts squeezed to one letter per line, which {@link expectNoSidewaysScroll} misses. */
export const brokenTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
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
      if (width > 2 && width < 1.6 * size && height > 3 * size) found.push(text)
    }
    return found
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
    const moved = shifts.flatMap(shift => {
      const sources: unknown = Reflect.get(shift, 'sources')
      return Array.isArray(sources) ? sources.map(({ node }) => String(node?.textContent ?? '').trim()) : []
    })
    return { score, moved: moved.slice(0, 5) }
  })
