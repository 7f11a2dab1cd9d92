import { type VideoRuling, videoRuling } from '../lib/video-rules.ts'
import type { OpenTake, QueueStore } from './store.ts'

/** A lock that dies with its tab. */
export type Locks = Pick<LockManager, 'request'>

const lockOf = (takeId: string) => `reelstake-take-${takeId}`

/**
 * Holds a take as being recorded by this tab until the returned function is called, or the tab is gone.
 * @param locks undefined: an old browser; a take counts as abandoned when the app starts
 */
export async function holdTake(locks: Locks | undefined, takeId: string): Promise<() => void> {
  if (!locks) return () => {}
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await new Promise<void>(resolve => {
    void locks.request(lockOf(takeId), () => {
      resolve()
      return held
    })
  })
  return release
}

export interface Recovered {
  take: OpenTake
  ruling: VideoRuling
}

async function settleTake(store: QueueStore, take: OpenTake): Promise<Recovered> {
  const { sizeBytes, lengthMs } = await store.recorded(take.id)
  const ruling = videoRuling(lengthMs / 1000)
  if (ruling.verdict === 'too-short' || sizeBytes === 0) await store.dropTake(take.id)
  else await store.finishTake({ ...take, sizeBytes, durationSec: ruling.seconds })
  return { take, ruling }
}

/**
 * Turns recordings whose tab was closed or killed into queue items, and lets go of those too short to be a video.
 * Such a file ends without its last bytes, which a WebM can do without.
 */
export async function recoverTakes(store: QueueStore, locks: Locks | undefined): Promise<Recovered[]> {
  const recovered: Recovered[] = []
  for (const take of await store.openTakes()) {
    if (!locks) recovered.push(await settleTake(store, take))
    else
      await locks.request(lockOf(take.id), { ifAvailable: true }, async lock => {
        if (lock) recovered.push(await settleTake(store, take))
      })
  }
  return recovered
}
