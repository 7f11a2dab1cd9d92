import type { RootDb } from './db/connection.ts'
import type { Processes } from './db/processes.ts'
import type { DiskSpace } from './disk-space.ts'
import type { Env } from './env.ts'
import type { PublicFetch } from './http/public-fetch.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mail.ts'
import type { PaymentProvider } from './money/payments/payment-provider.ts'

export interface CoreDeps {
  env: Env
  db: RootDb
  processes: Processes
  log: Log
  keys: Keys
  mailer: Mailer
  payments: PaymentProvider
  disk: DiskSpace
  /** Fetches addresses that people enter. */
  publicFetch: PublicFetch
  /** Milliseconds since 1970. */
  now: () => number
  /** Monotonic milliseconds, for delays and rate limits. */
  monotonicNow: () => number
  /** Milliseconds since the machine's start, with the time that it slept. */
  uptime: () => number
}
