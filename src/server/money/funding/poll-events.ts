import { day, hour, minute } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { updateFunding } from './funding.queries.ts'
import type { ProviderReadsTable } from './funding.table.ts'
import { getPollState, listChangeable, savePollState } from './poll-events.queries.ts'
import { queueSync } from './sync-job.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'
import { handleEvent, postponeEvent } from './webhook-handler.ts'

const pollEvery = hour
/** Events are listed with a delay, and clocks differ. */
const overlap = 10 * minute
/** Stripe lists events for 30 days; reading takes up to an hour. */
const listedFor = 30 * day - hour
const pagesPerRound = 20
const fundingsPerRound = 100
/** Banks may return refunds that long. */
const refundsWatchedFor = 30 * day

/**
 * Reads the provider's events since the last poll, in case webhooks were lost. When the list does not reach back that
 * far, fetches the payment of each funding.
 */
export async function pollEvents(deps: PaymentDeps): Promise<void> {
  const { db, now, log } = deps
  const { mode } = deps.payments
  if (mode === 'test') return
  try {
    const state = await readEvents(deps, startPass(now(), await getPollState(db, mode, now())))
    if (state.ask_before !== null) await syncOneByOne(deps, state.ask_before)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn('the payment provider does not answer', { reason: error.message })
  }
}

function startPass(now: number, state: ProviderReadsTable): ProviderReadsTable {
  const interval = now - state.passed_at
  // Stripe can't continue a list after a deleted event: start again.
  const isOld = state.reading_until !== null && Math.abs(now - state.reading_until) > day
  // Negative when the clock was set back.
  const isRecent = interval >= 0 && interval < pollEvery
  if (!isOld && (state.reading_until !== null || isRecent)) return state
  const isTooOld = state.seen_until < now - listedFor
  return { ...state, reading_until: now, reading_after: null, ...(isTooOld && { ask_before: now }) }
}

/** @throws ProviderUnreachable; the next poll continues there */
async function readEvents(deps: PaymentDeps, start: ProviderReadsTable): Promise<ProviderReadsTable> {
  const { db, payments } = deps
  let state = start
  for (let page = 0; page < pagesPerRound && state.reading_until !== null; page++) {
    const { reading_until: until, reading_after: after } = state
    const from = Math.max(state.seen_until - overlap, until - listedFor)
    const list = await payments.listEvents({ from, until, after })
    const endOfPass = { reading_until: null, reading_after: null, passed_at: deps.now() }
    if (list === null) return savePollState(db, { ...state, ...endOfPass, ask_before: until })
    for (const event of list.events)
      await handleEvent(deps, event).catch(async (error: unknown) => {
        await postponeEvent(deps, event)
        // The next round begins after it.
        throw error
      })
    const progress = list.next === null ? { ...endOfPass, seen_until: until } : { reading_after: list.next }
    state = await savePollState(db, { ...state, ...progress })
  }
  return state
}

async function syncOneByOne(deps: PaymentDeps, checkedBefore: number): Promise<void> {
  const { db, now, payments } = deps
  const since = now() - refundsWatchedFor
  for (const { id } of await listChangeable(db, payments.mode, checkedBefore, since, fundingsPerRound))
    await syncPayment(deps, id).catch(async (error: unknown) => {
      const isUnknown = error instanceof NoSuchPayment
      await inTransaction(db, async trx => {
        await updateFunding(trx, id, { checked_at: now() })
        if (!isUnknown) await queueSync(trx, id, now())
      })
      // The next round goes on with the others.
      if (!isUnknown) throw error
    })
}
