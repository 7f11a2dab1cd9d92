import { toast } from '#client/lib/toast.ts'
import { refusalOf } from '../lib/video-rules.ts'
import { getQueue } from './runtime.ts'
import { recoverTakes } from './takes.ts'

let hasLooked = false

/** Brings back what a closed tab had recorded, once, and says so. */
export async function announceRecovered(): Promise<void> {
  if (hasLooked) return
  hasLooked = true
  const queue = getQueue()
  const recovered = await recoverTakes(queue.store, navigator.locks).catch(() => [])
  for (const { take, ruling } of recovered) {
    queue.added(take.id)
    const refusal = ruling.verdict === 'too-short' ? refusalOf(ruling) : null
    toast(
      refusal
        ? { ...refusal, variant: 'destructive' }
        : { title: 'Recording recovered', description: `${ruling.seconds} seconds are in the queue.` },
    )
  }
}
