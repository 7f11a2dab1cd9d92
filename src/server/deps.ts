import type { MiddlewareHandler } from 'hono'
import type { Branding } from './branding/index.ts'
import type { Clock } from './clock/index.ts'
import type { CoreDeps } from './core-deps.ts'
import type { GroupCommit } from './db/group-commit.ts'
import type { Events } from './event-stream/index.ts'
import type { AppEnv } from './http/context.ts'
import type { PushSender } from './notifications/push/index.ts'
import type { Auth } from './people/auth/index.ts'
import type { FileStorage } from './storage/file-storage/index.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Catalog } from './tournaments/tournaments/index.ts'
import type { Videos } from './videos/crew-videos/index.ts'

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
