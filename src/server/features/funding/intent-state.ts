import type { IntentState } from '#contract/funding.ts'
import { fundingTexts as texts } from '#contract/funding-texts.ts'
import type { UserId } from '#contract/ids.ts'
import { diskFaultOf } from '#server/db/disk-errors.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/payments/payment-provider.ts'
import { presentMine } from './funding.present.ts'
import { findByIntent } from './funding.queries.ts'
import { notCountedText } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { findMine } from './funding-lists.queries.ts'
import { syncPayment } from './sync-payment.ts'

/**
 * What became of a payment of one's own: the page to which a bank sends people back trusts nothing in its address and
 * asks this. The provider is asked, and what it says is recorded.
 * @throws ApiError 404 for another person's too
 */
export async function getIntentState(deps: Deps, backer: UserId, intentId: string): Promise<IntentState> {
  const row = await findByIntent(deps.db, intentId)
  if (row?.backer_id !== backer) throw notFound('There is no such payment.')
  const isDecided = row.status !== 'pending' && row.status !== 'failed'
  const seen = isDecided ? 'decided' : await look(deps, row)
  if (seen === 'undecided')
    return { state: 'checking', message: texts.checking, entryId: row.entry_id, funding: null }
  return stateOf(deps, backer, intentId)
}

async function look(deps: Deps, { id }: FundingRow): Promise<'decided' | 'undecided'> {
  try {
    const followed = await syncPayment(deps, id)
    return followed?.payment.status === 'processing' ? 'undecided' : 'decided'
  } catch (error) {
    // A disk that is full keeps nothing from being recorded later.
    if (error instanceof ProviderUnreachable || diskFaultOf(error) !== null) return 'undecided'
    if (error instanceof NoSuchPayment) return 'decided'
    throw error
  }
}

async function stateOf({ db, now }: Deps, backer: UserId, intentId: string): Promise<IntentState> {
  const row = await findByIntent(db, intentId)
  if (!row) throw notFound('There is no such payment.')
  const mine = row.entry_id === null ? undefined : await findMine(db, backer, row.id)
  const { entry_id: entryId } = row
  switch (row.status) {
    case 'completed':
    case 'refunded':
      return {
        state: 'recorded',
        message: texts.recorded,
        entryId,
        funding: mine ? presentMine(mine, now()) : null,
      }
    case 'refund_pending':
      return {
        state: 'refunding',
        message: notCountedText(row.refund_reason),
        entryId,
        funding: mine ? presentMine(mine, now()) : null,
      }
    case 'failed':
      return { state: 'failed', message: texts.failed, entryId, funding: null }
    case 'pending':
      return { state: 'unpaid', message: texts.unpaid, entryId, funding: null }
  }
}
