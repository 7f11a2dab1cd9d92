import { toast } from '#client/lib/toast.ts'
import { showUnfinished } from '../lib/unfinished.ts'
import { type LengthCheck, lengthError } from '../lib/video-length.ts'
import { recoverRecordings } from './recover-recordings.ts'
import { getQueue } from './runtime.ts'

export async function announceRecordings(): Promise<void> {
  const queue = getQueue()
  const announce = (check: LengthCheck) => {
    queue.refresh()
    const refusal = check.result === 'too-short' ? lengthError(check) : null
    toast(
      refusal
        ? { ...refusal, variant: 'destructive' }
        : { title: 'Recording recovered', description: `${check.seconds} seconds are in the queue.` },
    )
  }
  const hasUnfinished = async () => (await queue.store.openRecordings()).length > 0
  await recoverRecordings(queue.store, navigator.locks, announce).catch(async () => {
    if (await hasUnfinished().catch(() => false)) showUnfinished()
  })
}
