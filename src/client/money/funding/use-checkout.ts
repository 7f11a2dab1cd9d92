import { useEffect, useEffectEvent, useState } from 'react'
import { refreshAll } from '#client/api/refresh.ts'
import { isOutOfDate } from '#client/api/use-api-mutation.ts'
import { clock } from '#client/lib/clock.ts'
import { useStore } from '#client/lib/use-store.ts'
import { createIntent, readIntent, recordFunding } from '#client/money/api/funding.ts'
import { type Checkout, type CheckoutState, makeCheckout } from './checkout.ts'
import { makePendingStore } from './pending.ts'

export const pendingStore = makePendingStore()

/** Refetches what another person has changed meanwhile. */
const createCurrentIntent: typeof createIntent = async options => {
  try {
    return await createIntent(options)
  } catch (error) {
    if (isOutOfDate(error)) refreshAll()
    throw error
  }
}

const makeBrowserCheckout = () =>
  makeCheckout({
    api: { createIntent: createCurrentIntent, recordFunding, readIntent },
    store: pendingStore,
    ...clock,
  })

/** Continues an unfinished payment. @param entryId only of this entry */
export function useCheckout(userId: string, entryId?: string): [CheckoutState, Checkout] {
  const [checkout] = useState(makeBrowserCheckout)
  const state = useStore(checkout, checkout.get())

  const resume = useEffectEvent(() => checkout.resume(userId, entryId))
  useEffect(() => {
    resume()
    addEventListener('online', checkout.checkNow)
    return () => {
      removeEventListener('online', checkout.checkNow)
      checkout.stop()
    }
  }, [checkout])

  useEffect(() => {
    // Asking for a payment's state may have recorded it.
    if (state.step === 'done') refreshAll()
  }, [state])

  return [state, checkout]
}
