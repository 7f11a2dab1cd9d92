import os from 'node:os'
import { type AppOptions, makeApp } from './app.ts'
import { makeBranding, readBrand } from './branding/index.ts'
import { makeClock } from './clock/index.ts'
import { consumers } from './consumers.ts'
import type { CoreDeps } from './core-deps.ts'
import { GroupCommit } from './db/group-commit.ts'
import type { Deps } from './deps.ts'
import { makeDiskSpace } from './disk-space.ts'
import { makeEvents } from './event-stream/index.ts'
import type { Fetch } from './http/context.ts'
import { badHost, withAddress } from './http/host.ts'
import { makePublicFetch } from './http/public-fetch.ts'
import { makeWritesLimit } from './http/rate-limit.ts'
import { startJobs } from './jobs/scheduler.ts'
import { makeMailer } from './mail/mailer.ts'
import { makeOpenPayments } from './money/funding/index.ts'
import { makePaymentProvider } from './money/payments/make-payment-provider.ts'
import { SharesIfEnded } from './money/payouts/index.ts'
import { makePushSender } from './notifications/push/index.ts'
import { makeAuth } from './people/auth/index.ts'
import { logActions, registerConsumers } from './record/index.ts'
import { makeTermsVersions } from './site/legal/index.ts'
import { makeFileStorage } from './storage/file-storage/index.ts'
import { makeMetrics } from './telemetry/metrics.ts'
import { RaceReader } from './tournaments/race/index.ts'
import { ResultsReader } from './tournaments/results/index.ts'
import { BoardReader } from './tournaments/scoring/index.ts'
import { Catalog } from './tournaments/tournaments/index.ts'
import { makeVideos } from './videos/crew-videos/index.ts'

export type Resources = Pick<CoreDeps, 'env' | 'log' | 'keys' | 'db' | 'processes'>

export interface Program {
  fetch: Fetch
  /** Closes event streams and waits for jobs. */
  close(): Promise<void>
  /** Finishes deferred work and closes the database. Call after the last response. */
  end(): Promise<void>
}

export const makeCoreDeps = ({ env, log, keys, db, processes }: Resources): CoreDeps => ({
  env,
  log,
  keys,
  db,
  processes,
  mailer: makeMailer(env, log, async () => (await readBrand(db, env)).name),
  payments: makePaymentProvider(env),
  disk: makeDiskSpace(env),
  publicFetch: makePublicFetch({ allowPrivate: env.allowPrivateAddresses }),
  now: Date.now,
  monotonicNow: () => performance.now(),
  uptime: () => os.uptime() * 1000,
})

export function makeDeps(core: CoreDeps): Deps {
  registerConsumers([logActions(core.log), ...consumers])
  const branding = makeBranding(core)
  const catalog = new Catalog({ ...core, branding })
  const files = makeFileStorage(core)
  const groupCommit = new GroupCommit(core.db)
  const boards = new BoardReader(core.db)
  return {
    ...core,
    groupCommit,
    branding,
    boards,
    races: new RaceReader(core.db),
    results: new ResultsReader(core.db),
    sharesIfEnded: new SharesIfEnded({ ...core, boards }),
    catalog,
    clock: makeClock(core),
    events: makeEvents(core),
    auth: makeAuth(core),
    files,
    videos: makeVideos(core, files),
    metrics: makeMetrics(core.monotonicNow),
    push: makePushSender(core),
    openPayments: makeOpenPayments({ ...core, groupCommit }),
    termsVersions: makeTermsVersions(core),
    limitWrites: makeWritesLimit(core),
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
      await deps.auth.drain()
      await deps.processes
        .leave()
        .catch(error => deps.log.error('the other processes count this one for 15 more seconds', {}, error))
      await deps.db.destroy()
    },
  }
}
