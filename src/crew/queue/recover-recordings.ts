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

/** Queues a recording that has ended, or deletes it if it's too short. */
export async function queueRecording(store: QueueStore, recording: OpenRecording): Promise<LengthCheck> {
  const { sizeBytes, lengthMs } = await store.sizeOf(recording.id)
  const check = checkLength(lengthMs / 1000)
  if (check.result === 'too-short')
    // A full device may fail to delete it: the next start tries again.
    await store.dropRecording(recording.id).catch(() => {})
  else await store.finishRecording({ ...recording, sizeBytes, durationSec: check.seconds })
  return check
}

/**
 * Queues the recordings that have begun, each once its tab is closed; deletes short ones. WebM tolerates a lost end.
 * Resolves when no tab records one of them any more.
 */
export async function recoverRecordings(
  store: QueueStore,
  locks: Locks | undefined,
  onRecovered: (check: LengthCheck) => void,
): Promise<void> {
  const recover = async (recording: OpenRecording) => {
    const stillOpen = await store.openRecordings()
    if (stillOpen.some(({ id }) => id === recording.id)) onRecovered(await queueRecording(store, recording))
  }
  const recordings = await store.openRecordings()
  await Promise.all(
    recordings.map(recording =>
      locks ? locks.request(lockOf(recording.id), () => recover(recording)) : recover(recording),
    ),
  )
}
