import type { VideoId } from '#contract/ids.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { mediaLinks } from './playback/media-links.rules.ts'
import { PriorityLock } from './processing/priority-lock.ts'
import { diskStorage } from './storage/disk-storage.ts'
import type { VideoStorage } from './storage/video-storage.ts'
import { FairLocker } from './upload/upload-locker.ts'
import { uploadTokens } from './upload/upload-tokens.rules.ts'

export interface Videos {
  deps: CoreDeps
  storage: VideoStorage
  locker: FairLocker
  tokens: ReturnType<typeof uploadTokens>
  links: ReturnType<typeof mediaLinks>
  /** Running checks, shared by concurrent callers. */
  checking: Map<VideoId, Promise<void>>
  /** One ffmpeg at a time: each may take hundreds of megabytes. */
  ffmpegLock: PriorityLock
}

export function makeVideos(deps: CoreDeps): Videos {
  return {
    deps,
    storage: diskStorage(deps.env.dataDir, deps.disk),
    locker: new FairLocker(),
    tokens: uploadTokens(deps.keys),
    links: mediaLinks(deps.keys),
    checking: new Map(),
    ffmpegLock: new PriorityLock(),
  }
}
