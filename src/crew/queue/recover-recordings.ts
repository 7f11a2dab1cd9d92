import { checkLength, type LengthCheck } from '../lib/video-length.ts'
import type { OpenRecording, QueueStore } from './store.ts'

/** Methods of LockManager in use. */
export interface Locks {
  request(name: string, work: () => Promise<void>): Promise<unknown>
}

const lockOf = (recordingId: string) => `reelstake-take-${recordingId}`

/**
 * Marks a recording as in progress while this tab is open.
 * @returns unlocks
 * @param locks undefined in old browsers: every recording then counts as abandoned
 */
export async function lockRecording(locks: Locks | undefined, recordingId: string): Promise<() => void> {
  if (!locks) return () => {}
  const { promise: hold, resolve: release } = Promise.withResolvers<void>()
  await new Promise<void>(resolve => {
    void locks.request(lockOf(recordingId), () => {
      resolve()
      return hold
    })
  })
  return release
}

export interface Recovery {
  recording: OpenRecording
  check: LengthCheck
}

async function queueOrDelete(store: QueueStore, recording: OpenRecording): Promise<Recovery> {
  const { sizeBytes, lengthMs } = await store.sizeOf(recording.id)
  const check = checkLength(lengthMs / 1000)
  if (check.result === 'too-short' || sizeBytes === 0) await store.dropRecording(recording.id)
  else await store.finishRecording({ ...recording, sizeBytes, durationSec: check.seconds })
  return { recording, check }
}

/**
 * Queues the recordings that have begun, each once its tab is closed; deletes short ones. WebM tolerates a lost end.
 * Resolves when no tab records one of them any more.
 */
export async function recoverRecordings(
  store: QueueStore,
  locks: Locks | undefined,
  onRecovered: (recovery: Recovery) => void,
): Promise<void> {
  const recover = async (recording: OpenRecording) => {
    const stillOpen = await store.openRecordings()
    if (stillOpen.some(({ id }) => id === recording.id)) onRecovered(await queueOrDelete(store, recording))
  }
  const recordings = await store.openRecordings()
  await Promise.all(
    recordings.map(recording =>
      locks ? locks.request(lockOf(recording.id), () => recover(recording)) : recover(recording),
    ),
  )
}
