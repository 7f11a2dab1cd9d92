import type { Database } from 'bun:sqlite'
import { type AppOptions, makeApp } from './app.ts'
import type { Db } from './db/connection.ts'
import type { Deps } from './deps.ts'
import { makeDiskSpace } from './disk-space.ts'
import type { Env } from './env.ts'
import { authOf } from './features/auth/index.ts'
import type { Fetch } from './http/context.ts'
import { badHost, withAddress } from './http/host.ts'
import { startJobs } from './jobs/scheduler.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log.ts'
import { makeMailer } from './mail/mailer.ts'
import { makePaymentProvider } from './payments/make-payment-provider.ts'

/** What a start opens before it builds services. */
export interface Resources {
  env: Env
  log: Log
  keys: Keys
  database: Database
  /** The query layer on `database`. */
  db: Db
}

/** The running program: the app and its jobs. */
export interface Program {
  fetch: Fetch
  /** Closes event streams and waits for running jobs. */
  close(): Promise<void>
  /** Finishes what answered requests left to do, and closes the database. Call it after the last answer. */
  end(): Promise<void>
}

export function makeDeps({ env, log, keys, db }: Resources): Deps {
  return {
    env,
    log,
    keys,
    db,
    mailer: makeMailer(env, log),
    payments: makePaymentProvider(env),
    disk: makeDiskSpace(env),
    now: Date.now,
    monotonicNow: () => performance.now(),
  }
}

export function startProgram(deps: Deps, options: AppOptions): Program {
  const app = makeApp(deps, options)
  return {
    fetch(received, bindings) {
      const request = withAddress(received)
      return request === null ? badHost() : app.fetch(request, bindings)
    },
    close: startJobs(deps),
    async end() {
      await authOf(deps).settled()
      await deps.db.destroy()
    },
  }
}
