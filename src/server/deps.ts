import type { MiddlewareHandler } from 'hono'
import type { CoreDeps } from './core-deps.ts'
import type { GroupCommit } from './db/group-commit.ts'
import type { Auth } from './features/auth/index.ts'
import type { Branding } from './features/branding/index.ts'
import type { Clock } from './features/clock/index.ts'
import type { Videos } from './features/crew-videos/index.ts'
import type { Events } from './features/events/index.ts'
import type { FileStorage } from './features/file-storage/index.ts'
import type { PushSender } from './features/push/index.ts'
import type { Catalog } from './features/tournaments/index.ts'
import type { AppEnv } from './http/context.ts'
import type { Metrics } from './telemetry/metrics.ts'

export interface Deps extends CoreDeps {
  groupCommit: GroupCommit
  branding: Branding
  catalog: Catalog
  clock: Clock
  events: Events
  auth: Auth
  files: FileStorage
  videos: Videos
  metrics: Metrics
  push: PushSender
  /** Per person, across features. */
  limitWrites: MiddlewareHandler<AppEnv>
}
