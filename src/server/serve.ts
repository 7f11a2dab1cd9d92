import { mkdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeApp } from './app.ts'
import { makeDb, openDatabase } from './db/connection.ts'
import { HeldError, holdDirectory } from './db/hold.ts'
import { MigrationError, migrate } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { type Env, EnvError, parseEnv } from './env.ts'
import { authOf } from './features/auth/services.ts'
import { ffmpegPath } from './features/crew-videos/sandbox.ts'
import { makeGate } from './features/gate/gate.ts'
import { sitePassword } from './features/gate/site-password.ts'
import { startJobs } from './jobs/clock.ts'
import { loadKeys } from './keys.ts'
import { makeLog } from './log.ts'
import { makeMailer } from './mailer.ts'
import { type Assets, builtAssets } from './web/assets.ts'
import { loadGzip } from './web/compress.ts'
import { staticFiles } from './web/static.ts'

/** How long a stop waits for what runs. */
const gracePeriodMs = 10_000

/** What development brings of its own. */
export interface PrepareOptions {
  assets?: Assets
  publicFiles?: string
  /** Kept from before a hot reload. */
  deps?: Deps
}

/** Everything a start needs before it can listen. @throws EnvError, MigrationError, or an Error fit to be printed */
export async function prepare(root: string, options: PrepareOptions = {}) {
  const deps = options.deps ?? (await makeDeps(root))
  const { env, keys } = deps
  const password = env.siteGate ? sitePassword(env, databaseDirectory(env)) : null
  const app = makeApp(deps, {
    gate: password && makeGate(password.value, keys),
    assets: options.assets ?? builtAssets(join(root, 'dist')),
    files: staticFiles(root, options.publicFiles),
  })
  return { app, deps, password }
}

const databaseDirectory = (env: Env) => join(env.dataDir, 'db')

async function makeDeps(root: string): Promise<Deps> {
  const env = parseEnv(process.env, root)
  const log = makeLog(env.logLevel)
  const directory = databaseDirectory(env)
  takeDataDir(env.dataDir)
  const database = openDatabase(join(directory, 'reelstake.sqlite'))
  const db = makeDb(database)
  await migrate(database, db)
  return {
    env,
    db,
    log,
    keys: await loadKeys(join(directory, 'keys')),
    mailer: makeMailer(env, log),
    now: Date.now,
  }
}

/** Held until the process ends; a lock that nothing refers to would be let go of. */
const held: (() => void)[] = []

/** @throws EnvError where the directory cannot be ours */
function takeDataDir(dataDir: string): void {
  const refuse = (takes: string, cause: unknown): never => {
    throw new EnvError(`DATA_DIR is ${JSON.stringify(dataDir)}, but takes ${takes}.`, { cause })
  }
  try {
    for (const name of ['db', 'uploads']) mkdirSync(join(dataDir, name), { recursive: true })
    held.push(holdDirectory(join(dataDir, 'db')))
  } catch (error) {
    if (error instanceof HeldError)
      refuse('a directory that no other server uses; stop the one that runs on it', error)
    refuse('a directory that can be made and written', error)
  }
}

/** @throws EnvError naming the variable that the system refused */
function listen(env: Env, app: Awaited<ReturnType<typeof prepare>>['app']) {
  try {
    return Bun.serve({
      port: env.port,
      hostname: env.host,
      idleTimeout: 30,
      maxRequestBodySize: (env.maxUploadMb + 1) * 1024 * 1024,
      fetch: (request, bunServer) => app.fetch(request, { server: bunServer }),
    })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw new EnvError(
        `PORT is "${env.port}", but takes a port that ${code === 'EACCES' ? 'this user may use' : 'no other program listens on'}.`,
        { cause },
      )
    throw new EnvError(
      `HOST is ${JSON.stringify(env.host)}, but takes an address of this machine, such as 0.0.0.0 or 127.0.0.1.`,
      { cause },
    )
  }
}

/** Puts data into an empty database before the server listens. @returns lines for the banner */
export type Fill = (deps: Deps) => Promise<string[]>

/** Starts the server and looks after its end. Prints one banner; a start that cannot be prints one line and exits with 1. */
export async function serve(root: string, fill?: Fill): Promise<void> {
  try {
    const { app, deps, password } = await prepare(root)
    const notes = (await fill?.(deps)) ?? []
    const { env, log, db, mailer } = deps
    const server = listen(env, app)
    const stopJobs = startJobs(deps)
    setTimeout(() => void warmUp(), 500).unref()
    // Not `process.stdout`: to touch it loads node's streams, 6 ms.
    writeSync(
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
      await Promise.all([stopJobs(), server.stop(false)])
      // Mails of recoveries are written after their answers.
      await authOf(deps).settled()
      await mailer.idle()
      await db.destroy()
      clearTimeout(late)
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop('SIGTERM'))
    process.on('SIGINT', () => void stop('SIGINT'))
  } catch (error) {
    const known = error instanceof EnvError || error instanceof MigrationError
    const message =
      error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error)
    writeSync(2, `Reelstake cannot start: ${message}\n`)
    process.exit(1)
  }
}

/** Loads what the first page did not need and the next requests will: the compressor, the schemas. */
async function warmUp(): Promise<void> {
  await loadGzip()
  await import('#contract/auth.ts')
}

/** What an operator wants to know, once. @param generatedPassword the site password when nobody chose one */
export function banner(
  env: Env,
  port: number,
  generatedPassword: string | null,
  notes: readonly string[] = [],
): string {
  const url = env.publicUrl ?? `http://localhost:${port}`
  const lines = [
    `  Reelstake   ${url}`,
    `  Data        ${env.dataDir}`,
    `  Payments    ${env.stripe ? 'live (Stripe)' : 'test payments: no card is charged'}`,
    `  Mail        ${env.smtpUrl ? `SMTP, from ${env.mailFrom}` : `written to ${join(env.dataDir, 'db', 'outbox')}`}`,
    `  Video       ${ffmpegPath(env) ? 'posters and renditions by ffmpeg' : 'no ffmpeg: videos are shown as they come, some phones’ not at all'}`,
    `  Gate        ${!env.siteGate ? 'off, the site is open' : generatedPassword ? `password ${generatedPassword}` : 'on, with SITE_PASSWORD'}`,
    ...(env.rateLimit ? [] : ['  Throttles   off (RATE_LIMIT=off): for tests only']),
    ...notes.map(note => `  ${note}`),
  ]
  return `\n${lines.join('\n')}\n\n`
}
