import type { VideoId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { mediaLinks } from './playback/media-links.rules.ts'
import { PriorityLock } from './processing/priority-lock.ts'
import { videoStorage } from './storage/lazy-storage.ts'
import type { VideoStorage } from './storage/video-storage.ts'
import { FairLocker } from './upload/upload-locker.ts'
import { uploadTokens } from './upload/upload-tokens.rules.ts'

/** What the routes and the jobs of videos share. */
export interface Videos {
  deps: Deps
  storage: VideoStorage
  locker: FairLocker
  tokens: ReturnType<typeof uploadTokens>
  links: ReturnType<typeof mediaLinks>
  /** Videos that are being looked at now: who comes meanwhile waits for the same answer. */
  checking: Map<VideoId, Promise<void>>
  /** One ffmpeg at a time, whatever it makes: each may need hundreds of megabytes. */
  ffmpegLock: PriorityLock
}

const made = new WeakMap<Deps, Videos>()

export function videosOf(deps: Deps): Videos {
  const known = made.get(deps)
  if (known) return known
  const videos: Videos = {
    deps,
    storage: videoStorage(deps.env.dataDir, deps.disk),
    locker: new FairLocker(),
    tokens: uploadTokens(deps.keys),
    links: mediaLinks(deps.keys),
    checking: new Map(),
    ffmpegLock: new PriorityLock(),
  }
  made.set(deps, videos)
  return videos
}
