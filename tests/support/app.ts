import type { Hono } from 'hono'
import { type AppOptions, makeApp } from '#server/app.ts'
import type { RootDb } from '#server/db/connection.ts'
import { onlyProcess } from '#server/db/processes.ts'
import type { Deps } from '#server/deps.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { type Env, parseEnv, paymentModeOf } from '#server/env.ts'
import type { AppEnv } from '#server/http/context.ts'
import { makePublicFetch } from '#server/http/public-fetch.ts'
import { jobKinds, mailJobKinds } from '#server/jobs/job-kinds.ts'
import { type Keys, makeKeys } from '#server/keys.ts'
import { type Log, makeLog } from '#server/log.ts'
import type { Mail } from '#server/mail/mail.ts'
import { changePaymentMode, type ModeChange } from '#server/money/funding/change-payment-mode.ts'
import { makePaymentProvider } from '#server/money/payments/make-payment-provider.ts'
import { type Gate, makeGate } from '#server/people/gate/index.ts'
import { makeDeps } from '#server/program.ts'
import { JobQueue } from '#server/queue/queue.ts'
import type { Assets } from '#server/web/assets.ts'
import { pictureFonts } from '#server/web/picture-fonts.ts'
import { makeTestDb } from './test-database.ts'
import { testRoot } from './test-root.ts'

export { makeTestDb }

let keys: Promise<Keys> | undefined

export const noAssets: Assets = {
  stylesheets: [],
  fonts: [],
  scriptsOf: () => [],
  entry: '/assets/entry.js',
  late: '/assets/late.js',
  enhance: '/assets/enhance.js',
  embed: '/assets/embed.js',
  get pictureFonts() {
    return pictureFonts()
  },
  development: false,
}

export const testOrigin = 'http://reelstake.test'

export interface TestDeps {
  deps: Deps
  db: RootDb
  /** Null if `SITE_GATE` is off. */
  gate: Gate | null
  /** Oldest first. */
  mails: Mail[]
  /** Stops the app's clock at this time. */
  setNow(milliseconds: number): void
  /** Sets the wall clock alone; delays use the monotonic clock. */
  setDate(milliseconds: number): void
  /** Includes mails and jobs that jobs enqueue. */
  runJobs(): Promise<void>
  sendMails(): Promise<void>
}

/** Dependencies of an app; without `existingDb` it gets a database of its own. */
export async function makeTestDeps(env: Env, log: Log, existingDb?: RootDb): Promise<TestDeps> {
  keys ??= makeKeys()
  const db = existingDb ?? (await makeTestDb())
  const mails: Mail[] = []
  let now: number | null = null
  let date: number | null = null
  const deps = makeDeps({
    env,
    db,
    processes: onlyProcess(),
    keys: await keys,
    log,
    mailer: {
      send: async mail => {
        mails.push(mail)
        return '250 OK'
      },
    },
    payments: makePaymentProvider(env),
    disk: makeDiskSpace(env),
    publicFetch: makePublicFetch({ allowPrivate: env.allowPrivateAddresses }),
    now: () => date ?? now ?? Date.now(),
    monotonicNow: () => now ?? Date.now(),
    uptime: () => now ?? Date.now(),
  })
  return {
    deps,
    db,
    gate: env.siteGate ? makeGate(env.sitePassword ?? 'let me in', await keys) : null,
    mails,
    setNow: milliseconds => {
      now = milliseconds
    },
    setDate: milliseconds => {
      date = milliseconds
    },
    runJobs: () => new JobQueue(deps, jobKinds(deps)).drain(),
    sendMails: () => new JobQueue(deps, mailJobKinds(deps)).drain(),
  }
}

export interface TestApp extends Omit<TestDeps, 'gate'> {
  app: Hono<AppEnv>
  logs: Record<string, unknown>[]
  page(
    path: string,
    init?: { method?: string; json?: unknown; cookie?: string; headers?: Record<string, string> },
  ): Promise<Response>
}

/** The app without a port; gate and throttles are off unless `env` sets them. */
export async function makeTestApp(
  env: Record<string, string> = {},
  options: Partial<AppOptions> = {},
  existingDb?: RootDb,
): Promise<TestApp> {
  const logs: Record<string, unknown>[] = []
  const settings = parseEnv(
    { SITE_GATE: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'debug', MIN_FREE_MB: '0', ...env },
    testRoot(),
  )
  const log = makeLog('debug', line => void logs.push(JSON.parse(line)), false)
  const { gate, ...testDeps } = await makeTestDeps(settings, log, existingDb)
  const app = makeApp(testDeps.deps, { gate, assets: noAssets, ...options })
  return {
    ...testDeps,
    app,
    logs,
    page: async (path, init = {}) =>
      app.request(`${testOrigin}${path}`, {
        method: init.method ?? (init.json === undefined ? 'GET' : 'POST'),
        ...(init.json !== undefined && { body: JSON.stringify(init.json) }),
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(init.json !== undefined && { 'content-type': 'application/json' }),
          ...(init.cookie !== undefined && { cookie: init.cookie }),
          ...init.headers,
        },
      }),
  }
}

/** @throws OperatorError when the payment mode may not change */
export async function restartApp(
  { db, deps }: TestApp,
  env: Record<string, string> = {},
): Promise<TestApp & { change: ModeChange }> {
  const next = await makeTestApp(env, {}, db)
  const now = deps.now()
  next.setNow(now)
  const { env: nextEnv } = next.deps
  const isAllowed = nextEnv.allowPaymentModeChange
  const change = await changePaymentMode(db, { mode: paymentModeOf(nextEnv), isAllowed, now })
  return { ...next, change }
}

/** The next page of a list, by the answer's `Link`. */
export const nextOf = (answer: Response): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]

/** Answers of each page of a list. */
export async function readPages<Answer>(
  { page }: Pick<TestApp, 'page'>,
  path: string,
  cookie = '',
): Promise<Answer[]> {
  const pages: Answer[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer = await page(next, { cookie })
    if (!answer.ok) throw new Error(`${next}: ${answer.status}`)
    pages.push(await answer.json())
    next = nextOf(answer)
  }
  return pages
}

export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0] ?? '')
    .join('; ')
}
