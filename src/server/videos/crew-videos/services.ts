import type { VideoId } from '#contract/ids.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import type { FileStorage } from '#server/storage/file-storage/index.ts'
import { mediaLinks } from './playback/media-links.rules.ts'
import { PriorityLock } from './processing/priority-lock.ts'
import { videoStorage } from './storage/bucket-storage.ts'
import type { Uploads } from './upload/finish-upload.ts'
import { makeTus, type Tus } from './upload/tus-server.ts'
import { UploadLocker } from './upload/upload-locker.ts'
import { uploadTokens } from './upload/upload-tokens.rules.ts'

export interface Videos extends Uploads {
  tus: Tus
  tokens: ReturnType<typeof uploadTokens>
  links: ReturnType<typeof mediaLinks>
  checking: Map<VideoId, Promise<void>>
  /** Each may take hundreds of megabytes. */
  ffmpegLock: PriorityLock
}

declare module '#server/deps.ts' {
  interface Deps {
    videos: Videos
  }
}

export function makeVideos(deps: CoreDeps, files: FileStorage): Videos {
  const storage = videoStorage(deps.env.dataDir, deps.disk, files)
  const locker = new UploadLocker(deps.db.locks)
  return {
    deps,
    storage,
    locker,
    tus: makeTus({ deps, storage, locker }),
    tokens: uploadTokens(deps.keys),
    links: mediaLinks(deps.keys),
    checking: new Map(),
    ffmpegLock: new PriorityLock(),
  }
}
