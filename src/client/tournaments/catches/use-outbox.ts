import { useEffect } from 'react'
import { useViewerId } from '#client/lib/boot.tsx'
import { forgetDesk } from '#client/lib/desk-cache.ts'
import { toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { signInAgain } from '#client/lib/unauthorized.ts'
import { useStore } from '#client/lib/use-store.ts'
import { readSession } from '#client/people/api/account.ts'
import { makeOutbox, type Outbox, type QueuedWeighIn } from './outbox.ts'
import { makeOutboxStore } from './outbox-store.ts'
import { undo, weighIn } from './send-weigh-in.ts'
import { slipLink, weighInText } from './weigh-in-text.ts'

/** Milliseconds. */
const answerTimeoutMs = 8000
const againMs = 10_000
/** A tab that is alive sends what waits within it, except photos on a slow link: the server records each once. */
const lockTimeoutMs = 60_000

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
let timer: ReturnType<typeof setTimeout> | undefined

/** Runs the work in one tab at a time. Steals the lock in the end: a suspended tab keeps it. */
async function withLock(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  const request = (options: LockOptions) => navigator.locks.request('reelstake-weigh-ins', options, work)
  const timeout = AbortSignal.timeout(lockTimeoutMs)
  // Rejects also when another tab steals it.
  await request({ signal: timeout }).catch((error: unknown) => {
    if (error !== timeout.reason) throw error
    return request({ steal: true })
  })
}

const outbox: Outbox = makeOutbox({
  store: makeOutboxStore(),
  signedInId: async () => (await readSession()).user?.id ?? null,
  weighIn,
  undo,
  withLock,
  answerTimeout: () => pause(answerTimeoutMs),
  tryLater() {
    clearTimeout(timer)
    timer = setTimeout(() => void outbox.flush(), againMs)
  },
  onSignInNeeded: signInAgain,
  // The service worker may answer a slow reload with the other account's page.
  onOtherAccount: () => void forgetDesk().then(() => location.reload()),
  onUndoRefused: error => toastFailure(error, 'The weigh-in was not undone.'),
  onSent: answer => toast({ title: `Sent: ${weighInText(answer)}`, link: slipLink(answer) }),
})

export const { submit, retry } = outbox

/** Sends what waits on the device: now, with the network, and when the page is looked at. */
export function OutboxSender(): null {
  const viewerId = useViewerId()
  useEffect(() => {
    outbox.start(viewerId)
    const flush = () => void outbox.flush()
    const look = () => document.visibilityState === 'visible' && flush()
    addEventListener('online', flush)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', look)
    }
  }, [viewerId])
  return null
}

const none: readonly QueuedWeighIn[] = []

export const useWaiting = (): readonly QueuedWeighIn[] => useStore(outbox.waiting, none)

/** Weigh-ins of other accounts. */
export const useOthersWaiting = (): readonly QueuedWeighIn[] => useStore(outbox.others, none)
