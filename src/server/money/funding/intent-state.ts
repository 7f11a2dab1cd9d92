import type { FundingId, UserId } from '#contract/ids.ts'
import type { IntentState } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { diskFaultOf } from '#server/db/disk-errors.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import { NoSuchPayment, type Payment, ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { presentMine } from './funding.present.ts'
import { findByIntent, findFunding } from './funding.queries.ts'
import { isRecorded, isRefundWithoutEntry, notCountedText } from './funding.rules.ts'
import { findShownOfMine } from './funding-lists.queries.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

type Needs = PaymentDeps & Pick<Deps, 'branding' | 'clock'>

/** Asks the provider, because query strings can be forged. @throws ApiError 404 */
export async function getIntentState(deps: Needs, backer: UserId, intentId: string): Promise<IntentState> {
  const before = await findByIntent(deps.db, intentId)
  if (before?.backer_id !== backer) throw notFound('There is no such payment.')
  const status = isRecorded(before) ? null : await askProvider(deps, before.id)
  const row = (await findFunding(deps.db, before.id)) ?? before
  const { entry_id: entryId } = row
  const awaitsEntry = status === 'succeeded' && row.status === 'pending' && entryId === null
  if (status === 'processing' || awaitsEntry)
    return { state: 'checking', message: texts.checking, entryId, funding: null }
  if (row.status === 'pending') return { state: 'unpaid', message: texts.unpaid, entryId, funding: null }
  if (isRefundWithoutEntry(row))
    return { state: 'refunding', message: texts.wentBack, entryId, funding: null }
  const mine = row.status === 'failed' ? undefined : await findShownOfMine(deps.db, backer, row.id)
  if (!mine) return { state: 'failed', message: texts.failed, entryId, funding: null }
  const { name: marina } = await deps.branding.read()
  const funding = presentMine(mine, { ...deps, marina })
  return mine.status === 'refund_pending'
    ? { state: 'refunding', message: notCountedText(mine), entryId, funding }
    : { state: 'recorded', message: texts.recorded, entryId, funding }
}

/** Returns `processing` also if the payment can't be checked now, and null if the provider doesn't know it. */
async function askProvider(deps: Needs, id: FundingId): Promise<Payment['status'] | null> {
  if (deps.clock.fault() !== null) return 'processing'
  try {
    return (await syncPayment(deps, id))?.payment.status ?? null
  } catch (error) {
    if (error instanceof ProviderUnreachable || diskFaultOf(error) !== null) return 'processing'
    if (error instanceof NoSuchPayment) return null
    throw error
  }
}
