import type { Database } from 'bun:sqlite'
import { mkdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { AppOptions } from './app.ts'
import { finishRestores, refuseLostDatabase, removeLeftovers } from './data-dir.ts'
import { isCurrent } from './db/applied.ts'
import { diskFaultOf } from './db/disk-errors.ts'
import { HeldError, holdDirectory } from './db/hold.ts'
import { openDatabase } from './db/open.ts'
import { makePrivate } from './db/private-files.ts'
import type { Deps } from './deps.ts'
import { type Env, parseEnv, paymentModeOf, printable, refusal } from './env.ts'
import { ffmpegPath } from './features/crew-videos/processing/sandbox.ts'
import { listSetAside, modeTotalText, needsModeChange } from './features/funding/payment-mode-check.ts'
import { makeGate } from './features/gate/gate.ts'
import { sitePassword } from './features/gate/site-password.ts'
import { type FrontDoor, makeFrontDoor } from './front-door.ts'
import type { Fetch } from './http/context.ts'
import { loadKeys } from './keys.ts'
import { type Log, makeLog } from './log.ts'
import type { Ground } from './program.ts'
import { type Assets, builtAssets } from './web/assets.ts'
import { staticFiles } from './web/static.ts'

/** How long a stop waits for what runs. */
const gracePeriodMs = 10_000

/** What development brings of its own. */
export interface PrepareOptions {
  assets?: Assets
  publicFiles?: string
  /** Kept from before a hot reload. */
  ground?: Ground
}

/** Loaded with the first request that needs it (front-door.ts), not with the start. */
const loadProgram = () => import('./program.ts')

/** Everything a start needs before it can listen. @throws EnvError, MigrationError, or an Error fit to be printed */
export async function prepare(root: string, options: PrepareOptions = {}) {
  const ground = options.ground ?? (await makeGround(root))
  const { env, keys } = ground
  const password = env.siteGate ? sitePassword(env, databaseDirectory(env)) : null
  const settings: AppOptions = {
    gate: password && makeGate(password.value, keys),
    assets: options.assets ?? builtAssets(join(root, 'dist')),
    files: staticFiles(root, options.publicFiles),
  }
  return { ground, password, settings }
}

/** A statement that waits blocks every request; `db/busy.ts` tries again without blocking. */
const servingBusyTimeoutMs = 20

const databaseDirectory = (env: Env) => join(env.dataDir, 'db')

async function makeGround(root: string): Promise<Ground> {
  const env = parseEnv(process.env, root)
  const log = makeLog(env.logLevel)
  const directory = databaseDirectory(env)
  takeDataDir(env.dataDir, log)
  tidyDataDir(env.dataDir, log)
  const database = openDatabase(join(directory, 'reelstake.sqlite'))
  if (!isCurrent(database)) await (await loadProgram()).migrateDatabase(database)
  const ground = { env, log, keys: await loadKeys(join(directory, 'keys')), database }
  const now = Date.now()
  if (needsModeChange(database, paymentModeOf(env), now))
    await (await loadProgram()).alignPaymentMode(ground, now)
  database.run(`PRAGMA busy_timeout = ${servingBusyTimeoutMs}`)
  return ground
}

/** Held until the process ends; a lock that nothing refers to would be let go of. */
const held: (() => void)[] = []

/** @throws EnvError where the directory cannot be ours */
function takeDataDir(dataDir: string, log: Log): void {
  const refuse = (takes: string, cause: unknown): never => {
    throw refusal('DATA_DIR', dataDir, takes, cause)
  }
  try {
    if (!makePrivate(join(dataDir, 'db')))
      log.warn(
        'DATA_DIR/db belongs to another user and may be readable by others: chown it to the server’s user',
      )
    mkdirSync(join(dataDir, 'uploads'), { recursive: true })
    held.push(holdDirectory(join(dataDir, 'db')))
  } catch (error) {
    if (error instanceof HeldError)
      refuse('a directory that no other server uses; stop the one that runs on it', error)
    refuse('a directory that can be made and written', error)
  }
}

/** Finishes and removes what killed commands left. @throws EnvError where the database is lost */
function tidyDataDir(dataDir: string, log: Log): void {
  if (finishRestores(dataDir) > 0) log.warn('finished a restore that was interrupted', { dataDir })
  refuseLostDatabase(dataDir)
  for (const name of removeLeftovers(dataDir))
    log.warn('removed what an interrupted backup or restore left', { name })
}

/** @throws EnvError naming the variable that the system refused */
function listen({ env, log }: Ground, fetch: Fetch) {
  try {
    return Bun.serve({
      port: env.port,
      hostname: env.host,
      idleTimeout: 30,
      maxRequestBodySize: (env.maxUploadMb + 1) * 1024 * 1024,
      fetch: (request, bunServer) => fetch(request, { server: bunServer }),
      // Bun's own page for a failure shows source and stack; NODE_ENV is set too late for it.
      development: false,
      error: error => {
        log.error('request failed outside of the program', {}, error)
        return new Response('Something went wrong on our side. Please try again.\n', { status: 500 })
      },
    })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw refusal(
        'PORT',
        String(env.port),
        `a port that ${code === 'EACCES' ? 'this user may use' : 'no other program listens on'}`,
        cause,
      )
    throw refusal('HOST', env.host, 'an address of this machine, such as 0.0.0.0 or 127.0.0.1', cause)
  }
}

/** Puts data into an empty database before the server listens. @returns lines for the banner */
export type Fill = (deps: Deps) => Promise<string[]>

/** Starts the server and looks after its end. Prints one banner; a start that cannot be prints one line and exits with 1. */
export async function serve(root: string, fill?: Fill): Promise<void> {
  try {
    const { ground, password, settings } = await prepare(root)
    const { env, log, database } = ground
    const filled = fill ? await fill((await loadProgram()).makeDeps(ground)) : []
    const notes = [...uncountedNotes(database), ...filled]
    const door = makeFrontDoor(ground, {
      ...settings,
      load: () => loadProgram().then(({ startProgram }) => startProgram(ground, settings)),
    })
    const server = listen(ground, door.fetch)
    setTimeout(() => warmUp(door).catch(cannotStart), 500).unref()
    // Not `process.stdout`: to touch it loads node's streams, 6 ms.
    sayOnTerminal(
      1,
      banner(env, server.port ?? env.port, password?.generated === true ? password.value : null, notes),
    )
    let stopping = false
    const stop = async (signal: string) => {
      if (stopping) return
      stopping = true
      log.info('stopping', { signal })
      const late = setTimeout(() => {
        log.warn('stopped with requests still running')
        process.exit(0)
      }, gracePeriodMs)
      const program = await door.opened()
      await Promise.all([program?.close(), server.stop(false)])
      await program?.end()
      database.close()
      clearTimeout(late)
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop('SIGTERM'))
    process.on('SIGINT', () => void stop('SIGINT'))
  } catch (error) {
    cannotStart(error)
  }
}

/** Loads what the first visitor did not need and the next ones will. */
async function warmUp(door: FrontDoor): Promise<void> {
  await (await door.open()).warmUp()
}

const diskTexts = {
  full: 'the disk of DATA_DIR is full. Free some space (df shows how much there is) and start again.',
  failing:
    'the disk of DATA_DIR can’t be read or written. Check the disk, or restore a backup on another one.',
} as const

/** A terminal or file that can't be written never stops the server. */
function sayOnTerminal(descriptor: 1 | 2, text: string): void {
  try {
    writeSync(descriptor, text)
  } catch {}
}

/** Errors whose message says it all. By name: the program is built into a file with classes of its own. */
const plain = new Set(['EnvError', 'MigrationError'])

function cannotStart(error: unknown): never {
  const fault = diskFaultOf(error)
  const message =
    fault !== null
      ? diskTexts[fault]
      : error instanceof Error
        ? plain.has(error.name)
          ? error.message
          : (error.stack ?? error.message)
        : String(error)
  sayOnTerminal(2, `Reelstake cannot start: ${message}\n`)
  process.exit(1)
}

const paymentLines = {
  test: 'test payments: no card is charged',
  sandbox: 'sandbox (Stripe): only Stripe’s test cards work, no card is charged',
  live: 'live (Stripe): cards are charged',
} as const

/** Money that was paid in another mode, for the operator. */
const uncountedNotes = (database: Database): string[] =>
  listSetAside(database).map(
    total => `Not counted ${modeTotalText(total)}: paid in another payment mode, see docs/self-hosting.md`,
  )

/** What an operator wants to know, once. @param generatedPassword the site password when nobody chose one */
export function banner(
  env: Env,
  port: number,
  generatedPassword: string | null,
  notes: readonly string[] = [],
): string {
  const url = printable('PUBLIC_URL', env.publicUrl ?? `http://localhost:${port}`)
  const lines = [
    `  Reelstake   ${url}`,
    `  Data        ${printable('DATA_DIR', env.dataDir)}`,
    `  Payments    ${paymentLines[paymentModeOf(env)]}`,
    `  Mail        ${env.smtpUrl ? `SMTP, from ${printable('MAIL_FROM', env.mailFrom)}` : `written to ${printable('DATA_DIR', join(env.dataDir, 'db', 'outbox'))}`}`,
    `  Video       ${ffmpegPath(env) ? 'posters and renditions by ffmpeg' : 'no ffmpeg: videos are shown as they come, without metadata; some phones’ not at all'}`,
    `  Gate        ${!env.siteGate ? 'off, the site is open' : generatedPassword ? `password ${generatedPassword}` : 'on, with SITE_PASSWORD'}`,
    ...(env.rateLimit ? [] : ['  Throttles   off (RATE_LIMIT=off): for tests only']),
    ...notes.map(note => `  ${note}`),
  ]
  return `\n${lines.join('\n')}\n\n`
}
