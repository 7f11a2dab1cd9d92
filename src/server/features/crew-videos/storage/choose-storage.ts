import type { DiskSpace } from '#server/disk-space.ts'
import type { Env } from '#server/env.ts'
import { diskStorage } from './disk-storage.ts'
import type { VideoStorage } from './video-storage.ts'

export const videoStorage = (env: Pick<Env, 'dataDir'>, space: DiskSpace): VideoStorage =>
  diskStorage(env.dataDir, space)
