import type { Database } from 'bun:sqlite'
import { type AppOptions, makeSite } from './app.ts'
import { makeDb } from './db/connection.ts'
import { migrate } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { makeDiskSpace } from './disk-space.ts'
import { type Env, paymentModeOf } from './env.ts'
import { authOf } from './features/auth/core/services.ts'
import { changePaymentMode } from './features/funding/change-payment-mode.ts'
import { modeTotalText } from './features/funding/payment-mode-check.ts'
import type { Fetch } from './http/context.ts'
import { startJobs } from './jobs/scheduler.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log.ts'
import { makeMailer } from './mail/mailer.ts'
import { loadGzip } from './web/compress.ts'
import type { Finish } from './web/documents.ts'

/** What a start has before it loads the program. */
export interface Ground {
  env: Env
  log: Log
  keys: Keys
  database: Database
}

/** Everything behind the front door: what answers requests, and what works without any. */
export interface Program {
  fetch: Fetch
  /** Renders what the front door has begun. */
  finishLanding: Finish
  /** Loads what the first page did not need and the next requests will: the compressor, the schemas. */
  warmUp(): Promise<void>
  /** Ends what is open for ever, and waits for the jobs that run. */
  close(): Promise<void>
  /** When the last request has been answered: finishes what it left to be done, and closes the database. */
  end(): Promise<void>
}

export function makeDeps({ env, log, keys, database }: Ground): Deps {
  return {
    env,
    log,
    keys,
    db: makeDb(database),
    mailer: makeMailer(env, log),
    disk: makeDiskSpace(env),
    now: Date.now,
    monotonicNow: () => performance.now(),
  }
}

/** @throws MigrationError */
export const migrateDatabase = (database: Database): Promise<void> => migrate(database, makeDb(database))

/** Brings fundings in line with the payment mode of this start. @throws EnvError when that isn't allowed */
export async function alignPaymentMode({ env, log, database }: Ground, now: number): Promise<void> {
  const mode = paymentModeOf(env)
  const change = await changePaymentMode(makeDb(database), { mode, allowed: env.allowPaymentModeChange, now })
  const setAside = change.setAside.map(modeTotalText).join(', ') || 'none'
  log.warn('fundings were brought in line with the payment mode', { mode, ...change, setAside })
}

export function startProgram(ground: Ground, options: AppOptions): Program {
  const deps = makeDeps(ground)
  const { app, finishLanding } = makeSite(deps, options)
  return {
    fetch: app.fetch,
    finishLanding,
    close: startJobs(deps),
    async warmUp() {
      await loadGzip()
      await import('#contract/auth.ts')
    },
    async end() {
      await authOf(deps).settled()
      await deps.db.destroy()
    },
  }
}
