import type { FundingId, UserId } from '#contract/ids.ts'
import type { IntentState } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { diskFaultOf } from '#server/db/disk-errors.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { presentMine } from './funding.present.ts'
import { findByIntent, findFunding } from './funding.queries.ts'
import { isRefundWithoutEntry, notCountedText } from './funding.rules.ts'
import { findMine } from './funding-lists.queries.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

type Needs = PaymentDeps & Pick<Deps, 'branding' | 'clock'>

/** Asks the provider, because query strings can be forged. @throws ApiError 404 */
export async function getIntentState(deps: Needs, backer: UserId, intentId: string): Promise<IntentState> {
  const row = await findByIntent(deps.db, intentId)
  if (row?.backer_id !== backer) throw notFound('There is no such payment.')
  const isOpen = row.status === 'pending' || row.status === 'failed'
  const isHeld = deps.clock.fault() !== null
  if (isOpen && (isHeld || !(await isDecided(deps, row.id))))
    return { state: 'checking', message: texts.checking, entryId: row.entry_id, funding: null }
  return stateOf(deps, backer, intentId)
}

async function isDecided(deps: Needs, id: FundingId): Promise<boolean> {
  try {
    const status = (await syncPayment(deps, id))?.payment.status
    if (status === 'succeeded') return !(await awaitsEntry(deps, id))
    return status !== 'processing'
  } catch (error) {
    if (error instanceof ProviderUnreachable || diskFaultOf(error) !== null) return false
    if (error instanceof NoSuchPayment) return true
    throw error
  }
}

/** Returns whether a paid payment waits for its entry to be named. */
async function awaitsEntry({ db }: Needs, id: FundingId): Promise<boolean> {
  const row = await findFunding(db, id)
  return row?.status === 'pending' && row.entry_id === null
}

async function stateOf(deps: Needs, backer: UserId, intentId: string): Promise<IntentState> {
  const { db } = deps
  const row = await findByIntent(db, intentId)
  if (!row) throw notFound('There is no such payment.')
  const { entry_id: entryId } = row
  const mine = entryId === null ? undefined : await findMine(db, backer, row.id)
  const { name: marina } = await deps.branding.read()
  const funding = mine ? presentMine(mine, { ...deps, marina }) : null
  switch (row.status) {
    case 'completed':
    case 'refunded':
      return { state: 'recorded', message: texts.recorded, entryId, funding }
    case 'refund_pending':
      return {
        state: 'refunding',
        message: notCountedText(mine ?? row),
        entryId,
        funding,
      }
    case 'failed':
      if (isRefundWithoutEntry(row))
        return { state: 'refunding', message: texts.wentBack, entryId, funding: null }
      return { state: 'failed', message: texts.failed, entryId, funding: null }
    case 'pending':
      return { state: 'unpaid', message: texts.unpaid, entryId, funding: null }
  }
}
