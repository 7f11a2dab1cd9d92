import type { MiddlewareHandler } from 'hono'
import type { Branding } from './branding/index.ts'
import type { Clock } from './clock/index.ts'
import type { CoreDeps } from './core-deps.ts'
import type { GroupCommit } from './db/group-commit.ts'
import type { AppEnv } from './http/context.ts'
import type { FileStorage } from './storage/file-storage/index.ts'
import type { Metrics } from './telemetry/metrics.ts'

/** All services, for those that pass them on. Each domain adds its own, so that none below imports it. */
export interface Deps extends CoreDeps {
  groupCommit: GroupCommit
  branding: Branding
  clock: Clock
  files: FileStorage
  metrics: Metrics
  /** Limits the writes of a person across features. */
  limitWrites: MiddlewareHandler<AppEnv>
}

/** Dependencies of calls that write. */
export type WriteDeps = Pick<Deps, 'db' | 'env' | 'now' | 'limitWrites'>
