import { checkLength, type LengthCheck } from '../lib/video-length.ts'
import type { OpenRecording, QueueStore } from './store.ts'

export type Locks = Pick<LockManager, 'request'>

const lockOf = (recordingId: string) => `reelstake-take-${recordingId}`

/**
 * Marks a recording as in progress while this tab is open.
 * @returns unlocks
 * @param locks undefined in old browsers: every recording then counts as abandoned
 */
export async function lockRecording(locks: Locks | undefined, recordingId: string): Promise<() => void> {
  if (!locks) return () => {}
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await new Promise<void>(resolve => {
    void locks.request(lockOf(recordingId), () => {
      resolve()
      return held
    })
  })
  return release
}

export interface Recovered {
  recording: OpenRecording
  check: LengthCheck
}

async function queueOrDelete(store: QueueStore, recording: OpenRecording): Promise<Recovered> {
  const { sizeBytes, lengthMs } = await store.sizeOf(recording.id)
  const check = checkLength(lengthMs / 1000)
  if (check.result === 'too-short' || sizeBytes === 0) await store.dropRecording(recording.id)
  else await store.finishRecording({ ...recording, sizeBytes, durationSec: check.seconds })
  return { recording, check }
}

/** Queues recordings of closed tabs; deletes short ones. WebM tolerates a lost end. */
export async function recoverRecordings(store: QueueStore, locks: Locks | undefined): Promise<Recovered[]> {
  const recovered: Recovered[] = []
  for (const recording of await store.openRecordings()) {
    if (!locks) recovered.push(await queueOrDelete(store, recording))
    else
      await locks.request(lockOf(recording.id), { ifAvailable: true }, async lock => {
        if (lock) recovered.push(await queueOrDelete(store, recording))
      })
  }
  return recovered
}
