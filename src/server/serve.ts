import { mkdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '#contract/limits.ts'
import type { AppOptions } from './app.ts'
import { banner, uncountedNotes } from './banner.ts'
import { finishRestores, refuseLostDatabase, removeLeftovers } from './data-dir.ts'
import { inTransaction } from './db/connection.ts'
import { databaseAdvice } from './db/dialect.ts'
import { diskFaultOf } from './db/disk-errors.ts'
import { holdDirectory, openToServe } from './db/engine.ts'
import { makePrivate } from './db/private-files.ts'
import type { SharedSettings } from './db/processes.ts'
import type { Deps } from './deps.ts'
import { type Env, parseEnv, paymentModeOf, siteUrl } from './env.ts'
import { refusal } from './env-values.ts'
import { codeOf } from './error-code.ts'
import { diskTexts, errorText } from './fault-text.ts'
import type { Fetch } from './http/context.ts'
import { loadSchemas } from './http/validate.ts'
import { loadKeys } from './keys.ts'
import { type Log, makeLog } from './log.ts'
import { changePaymentMode, modeTotalText, needsModeChange } from './money/funding/index.ts'
import { makePaymentProvider } from './money/payments/make-payment-provider.ts'
import { OperatorError } from './operator-error.ts'
import { type Gate, makeGate, sitePassword } from './people/gate/index.ts'
import { hasOwner, makeOwnerToken } from './people/site-roles/index.ts'
import { makeCoreDeps, makeDeps, type Resources, startProgram } from './program.ts'
import { missingKeysText } from './site/admin/index.ts'
import { version } from './version.ts'
import { type Assets, builtAssets } from './web/assets.ts'
import { staticFiles } from './web/static.ts'

/** Milliseconds. */
const gracePeriodMs = 10_000

export interface PrepareOptions {
  assets?: Assets
  /** Resources from before a hot reload. */
  resources?: ServerResources
}

/** @throws OperatorError, or an Error with an operator text */
export async function prepare(root: string, options: PrepareOptions = {}) {
  const resources = options.resources ?? (await openResources(root))
  const { gate, password } = resources
  const settings: AppOptions = {
    gate,
    assets: options.assets ?? builtAssets(join(root, 'dist')),
    files: staticFiles(root),
  }
  return { resources, password, settings }
}

/** A link that makes its reader the owner, while there is none. */
const ownerNotes = ({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): Promise<string[]> =>
  inTransaction(db, async trx =>
    (await hasOwner(trx))
      ? []
      : [
          `Owner       none yet. To own this site, open within ${limits.ownerLinkHours} hours: ${siteUrl(env)}/owner/${await makeOwnerToken(trx, now())}`,
        ],
  )

/** State that outlives a hot reload of development. */
interface ServerResources extends Resources {
  gate: Gate | null
  /** The gate's password, or null without a gate. */
  password: { value: string; generated: boolean } | null
  /** Lets the next process start. */
  letNextStart(): Promise<void>
}

async function openResources(root: string): Promise<ServerResources> {
  const env = parseEnv(process.env, root)
  const log = makeLog(env.logLevel)
  lockDataDir(env.dataDir, log)
  tidyDataDir(env, log)
  // Loaded by a request, they would hold up this process for 0.25 s, on a busy machine for seconds, and all writers
  // with it if it has begun a transaction. Loaded once it is registered, others could take it for dead.
  if (env.databaseUrl !== null) await loadSchemas()
  const { db, secrets, join, letNextStart } = await openToServe(env, snapshot =>
    log.info('copied the database before its migration', { snapshot }),
  )
  const keys = await loadKeys(secrets)
  const password = env.siteGate ? await sitePassword(env, secrets) : null
  const gate = password && makeGate(password.value, keys)
  const processes = await join(settingsOf(env, gate), endAsDead)
  const resources = { env, log, keys, db, processes }
  await alignPaymentMode(resources, Date.now())
  return { ...resources, gate, password, letNextStart }
}

/** Ends this process, which others treat as dead. Its jobs continue in other processes. */
function endAsDead(): never {
  print(
    2,
    'Reelstake ends: the other processes took this one for dead, since it had not answered for 15 seconds. Start it again.\n',
  )
  process.exit(1)
}

/** Settings that the processes of a site must share. */
const settingsOf = (env: Env, gate: Gate | null): SharedSettings => ({
  'version of the program': version,
  'payment mode': paymentModeOf(env),
  'account of the payment provider': makePaymentProvider(env).browser?.publicKey ?? '',
  STORAGE: `${env.storage?.text ?? ''} ${env.storage?.credentials.endpoint ?? ''}`.trim(),
  PUBLIC_URL: env.publicUrl ?? '',
  'site password (SITE_GATE, SITE_PASSWORD)': gate?.cookieValue ?? '',
})

/** @throws OperatorError when not allowed */
async function alignPaymentMode(
  { env, log, db }: Pick<Resources, 'env' | 'log' | 'db'>,
  now: number,
): Promise<void> {
  const mode = paymentModeOf(env)
  if (!(await needsModeChange(db, mode, now))) return
  const change = await changePaymentMode(db, { mode, isAllowed: env.allowPaymentModeChange, now })
  const setAside = change.setAside.map(modeTotalText).join(', ') || 'none'
  log.warn('fundings were brought in line with the payment mode', { mode, ...change, setAside })
}

/** Garbage collection would release locks. */
const locks: (() => void)[] = []

/** @throws OperatorError */
function lockDataDir(dataDir: string, log: Log): void {
  const refuse = (takes: string, cause: unknown): never => {
    throw refusal('DATA_DIR', dataDir, takes, cause)
  }
  try {
    if (!makePrivate(join(dataDir, 'db')))
      log.warn(
        'DATA_DIR/db belongs to another user and may be readable by others: chown it to the server’s user',
      )
    mkdirSync(join(dataDir, 'uploads'), { recursive: true })
    const takes = 'a directory that no other server uses; stop the one that runs on it'
    locks.push(holdDirectory(join(dataDir, 'db'), cause => refusal('DATA_DIR', dataDir, takes, cause)))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const code = codeOf(error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'SQLITE_CANTOPEN')
      refuse(
        'a directory that this user may write. Start as the user that owns it, or give it to this user (chown -R), with db/ and uploads/',
        error,
      )
    refuse('a directory that can be made and written', error)
  }
}

/** Finishes restores and removes leftovers. @throws OperatorError when the database is missing */
function tidyDataDir({ dataDir, databaseUrl }: Env, log: Log): void {
  if (finishRestores(dataDir) > 0) log.warn('finished a restore that was interrupted', { dataDir })
  if (databaseUrl === null) refuseLostDatabase(dataDir)
  for (const name of removeLeftovers(dataDir))
    log.warn('removed what an interrupted backup or restore left', { name })
  // Files that a killed process was making.
  rmSync(join(dataDir, 'uploads', 'videos', 'scratch'), { recursive: true, force: true })
}

/**
 * Returns whether this machine can listen there on any port:
 * the error of an unknown name has no code of its own.
 */
function hasAddress(hostname: string): boolean {
  try {
    void Bun.serve({ port: 0, hostname, fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}

/** @throws OperatorError */
function listen({ env, log }: Pick<Resources, 'env' | 'log'>, fetch: Fetch) {
  try {
    return Bun.serve({
      port: env.port,
      hostname: env.host,
      // If two servers shared the port, requests would go to two databases.
      reusePort: false,
      idleTimeout: 30,
      maxRequestBodySize: (env.maxUploadMb + 1) * 1024 * 1024,
      fetch: (request, bunServer) => fetch(request, { server: bunServer }),
      // Bun's error page shows source; NODE_ENV is set too late.
      development: false,
      error: error => {
        log.error('request failed outside of the program', {}, error)
        return new Response('Something went wrong on our side. Please try again.\n', { status: 500 })
      },
    })
  } catch (cause) {
    const code = codeOf(cause)
    if ((code === 'EADDRINUSE' || code === 'EACCES') && hasAddress(env.host))
      throw refusal(
        'PORT',
        String(env.port),
        `a port that ${code === 'EACCES' ? 'this user may use' : 'no other program listens on'}`,
        cause,
      )
    throw refusal('HOST', env.host, 'an address of this machine, such as 0.0.0.0 or 127.0.0.1', cause)
  }
}

/** Stops on SIGTERM and SIGINT; exits with 1 when startup fails. @param options `isDemo` fills an empty database */
export async function serve(root: string, { isDemo }: { isDemo: boolean }): Promise<void> {
  try {
    const { resources, settings } = await prepare(root)
    const { env, log, db, password } = resources
    const deps = makeDeps(makeCoreDeps(resources))
    // Imported here, so that it shares this bundle's modules and their state.
    const demoNotes = isDemo ? await import('../../db/demo.ts').then(demo => demo.fillDemo(deps, root)) : []
    await deps.clock.check()
    const program = startProgram(deps, settings)
    const server = listen(resources, program.fetch)
    const listening = { ...env, port: server.port ?? env.port }
    await resources.letNextStart()
    const missingKeys = await missingKeysText(deps)
    const notes = [
      ...(missingKeys === null ? [] : [`Risk        ${missingKeys}`]),
      ...(await uncountedNotes(db)),
      ...(await ownerNotes({ ...deps, env: listening })),
      ...demoNotes,
    ]
    const generatedPassword = password?.generated ? password.value : null
    print(1, banner(env, listening.port, generatedPassword, notes))
    let stopping = false
    const stop = async (signal: string) => {
      if (stopping) return
      stopping = true
      log.info('stopping', { signal })
      const timeout = setTimeout(() => {
        log.warn('stopped with requests still running')
        process.exit(0)
      }, gracePeriodMs)
      await Promise.all([program.close(), server.stop(false)])
      await program.end()
      clearTimeout(timeout)
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop('SIGTERM'))
    process.on('SIGINT', () => void stop('SIGINT'))
  } catch (error) {
    exitWith(error)
  }
}

/** Ignores closed terminals and full disks. */
function print(descriptor: 1 | 2, text: string): void {
  try {
    writeSync(descriptor, text)
  } catch {}
}

function exitWith(error: unknown): never {
  print(2, `Reelstake cannot start: ${startText(error)}\n`)
  process.exit(1)
}

function startText(error: unknown): string {
  const fault = databaseAdvice(error) === null ? diskFaultOf(error) : null
  if (fault !== null) return `the disk of DATA_DIR ${diskTexts[fault].state}. ${diskTexts[fault].step}`
  return errorText(error)
}
