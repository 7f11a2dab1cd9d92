import type { VideoId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { mediaLinks, uploadTokens } from './links.rules.ts'
import { FairLocker } from './locker.ts'
import { PriorityLock } from './priority-lock.ts'
import type { VideoStorage } from './storage.ts'
import { videoStorage } from './video-storage.ts'

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
