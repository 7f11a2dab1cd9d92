import { iso, isoOrNull } from '#contract/iso.ts'
import type { PayoutMethod } from '#contract/money/payout-method.ts'
import type {
  EntryResult,
  Payout,
  PayoutDestination,
  PayoutsOfBacker,
  PayoutTotals,
} from '#contract/money/payouts.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { listBackersOfPayouts, sumByEntry } from './payout-sums.queries.ts'
import type { PayoutInContext } from './payouts.queries.ts'
import { backerName, netCents, payoutStatus } from './payouts.rules.ts'
import type { ResultWithBoat } from './results.queries.ts'

export const presentResult = (row: Omit<ResultWithBoat, 'tournament_id'>): EntryResult => ({
  entryId: row.entry_id,
  boat: { id: row.boat_id, name: row.name, captainName: row.captain_name },
  winnings: formatCents(row.winnings_cents),
  ...(row.shared_cents !== row.winnings_cents && { sharedWinnings: formatCents(row.shared_cents) }),
  payoutPercentage: row.payout_basis_points / 100,
  ifGoalMissed: row.if_goal_missed,
  fundingGoal: formatCents(row.funding_goal_cents),
  raised: formatCents(row.raised_cents),
  pool: formatCents(row.pool_cents),
  fundings: row.fundings ?? 0,
})

type Destination = { kind: PayoutMethod | null; details: string | null }

const presentDestination = ({ kind, details }: Destination): PayoutDestination | null =>
  kind === null || details === null ? null : { kind, details }

const presentPayee = (row: Pick<PayoutInContext, 'backer_id' | 'email' | 'metadata' | 'deleted_at'>) => ({
  id: row.backer_id,
  name: backerName(row),
  email: row.email,
})

export const presentPayout = (row: PayoutInContext): Payout => ({
  id: row.id,
  amount: formatCents(row.shown_cents),
  awarded: formatCents(row.amount_cents),
  loss: formatCents(row.loss_cents),
  net: formatCents(netCents(row)),
  waived: formatCents(row.waived_cents),
  due: formatCents(row.due_cents),
  toReturn: formatCents(row.to_return_cents),
  status: payoutStatus(row),
  inReview: row.in_review === 1,
  reference: row.reference,
  paidAt: isoOrNull(row.paid_at),
  contributed: formatCents(row.contributed_cents),
  fundingId: row.funding_id,
  mode: row.mode,
  entryId: row.entry_id,
  boat: { id: row.boat_id, name: row.name, captainName: row.captain_name },
  backer: presentPayee(row),
  destination: row.due_cents > 0 ? presentDestination(row) : null,
  undone: row.undone_at === null ? null : { at: iso(row.undone_at), reason: row.undone_reason },
})

type Part = 'owed' | 'paid' | 'frozen' | 'loss' | 'return'
type Sums = Record<`${Part}_${'count' | 'cents'}`, number>

const presentSums = (rows: readonly Sums[]) => {
  const total = (status: Part) => ({
    count: sum(rows.map(row => row[`${status}_count`])),
    amount: formatCents(sum(rows.map(row => row[`${status}_cents`]))),
  })
  return {
    owed: total('owed'),
    paid: total('paid'),
    frozen: total('frozen'),
    lost: total('loss'),
    ...(sum(rows.map(row => row.return_count)) > 0 && { toReturn: total('return') }),
  }
}

/** @param dueAt milliseconds since 1970 */
export const presentTotals = (
  entries: Awaited<ReturnType<typeof sumByEntry>>,
  dueAt: number | null,
): PayoutTotals => ({
  ...presentSums(entries),
  dueAt: isoOrNull(dueAt),
  mode: entries[0]?.mode ?? null,
  entries: entries.map(entry => ({ entryId: entry.entry_id, boat: entry.boat, ...presentSums([entry]) })),
})

export const presentBacker = (
  row: Awaited<ReturnType<typeof listBackersOfPayouts>>[number],
): PayoutsOfBacker => ({
  backer: presentPayee(row),
  destination: row.owed_count + row.frozen_count > 0 ? presentDestination(row) : null,
  ...presentSums([row]),
})
