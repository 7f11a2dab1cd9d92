import { iso, isoOrNull } from '#contract/iso.ts'
import type { PayoutMethod } from '#contract/money/payout-method.ts'
import type {
  EntryResult,
  Payout,
  PayoutDestination,
  PayoutsOfBacker,
  PayoutTotals,
  ResultsPreview,
  Statement,
} from '#contract/money/payouts.ts'
import { poolFormula, shareFormula } from '#contract/money/shares.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { entryClosing, firstStart, payoutsDueAt } from '#server/tournaments/tournaments/index.ts'
import type { listBackersOfPayouts, sumByEntry } from './payout-sums.queries.ts'
import type { PayoutInContext } from './payouts.queries.ts'
import { backerName, payoutStatus, relativeToStart } from './payouts.rules.ts'
import type { findResult, listShares, ResultWithBoat } from './results.queries.ts'
import type { ProposedResult } from './settlement.queries.ts'

export const presentResult = (row: ResultWithBoat): EntryResult => ({
  entryId: row.entry_id,
  boat: { id: row.boat_id, name: row.name, captainName: row.captain_name },
  winnings: formatCents(row.winnings_cents),
  payoutPercentage: row.payout_basis_points / 100,
  ifGoalMissed: row.if_goal_missed,
  fundingGoal: formatCents(row.funding_goal_cents),
  raised: formatCents(row.raised_cents),
  pool: formatCents(row.pool_cents),
  fundings: row.fundings ?? 0,
})

/** @param preview fingerprint of the results */
export const presentPreview = (results: readonly ProposedResult[], preview: string): ResultsPreview => ({
  entries: results.map(({ entry, boat, winnings, terms, raised, pool, shares }) => ({
    entryId: entry,
    boat: { id: boat.id, name: boat.name, captainName: boat.captain_name },
    winnings: formatCents(winnings),
    payoutPercentage: terms.basisPoints / 100,
    ifGoalMissed: terms.rule,
    fundingGoal: formatCents(terms.goal),
    raised: formatCents(raised),
    pool: formatCents(pool),
    fundings: shares.length,
    shares: shares.map(share => ({
      fundingId: share.id,
      backer: backerName(share),
      contributed: formatCents(share.contributed),
      amount: formatCents(share.amount),
      status: payoutStatus({
        payable_cents: share.amount,
        paid_at: null,
        is_frozen: Boolean(share.is_disputed),
      }),
    })),
  })),
  preview,
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
  amount: formatCents(row.paid_cents ?? row.payable_cents),
  awarded: formatCents(row.amount_cents),
  loss: formatCents(row.loss_cents),
  status: payoutStatus(row),
  reference: row.reference,
  paidAt: isoOrNull(row.paid_at),
  contributed: formatCents(row.contributed_cents),
  fundingId: row.funding_id,
  mode: row.mode,
  entryId: row.entry_id,
  boat: { id: row.boat_id, name: row.name, captainName: row.captain_name },
  backer: presentPayee(row),
  destination: row.paid_at === null ? presentDestination(row) : null,
  undone: row.undone_at === null ? null : { at: iso(row.undone_at), reason: row.undone_reason },
})

type Sums = Record<`${'owed' | 'paid' | 'frozen' | 'loss'}_${'count' | 'cents'}`, number>

const presentSums = (rows: readonly Sums[]) => {
  const total = (status: 'owed' | 'paid' | 'frozen' | 'loss') => ({
    count: sum(rows.map(row => row[`${status}_count`])),
    amount: formatCents(sum(rows.map(row => row[`${status}_cents`]))),
  })
  return { owed: total('owed'), paid: total('paid'), frozen: total('frozen'), lost: total('loss') }
}

export const presentTotals = (entries: Awaited<ReturnType<typeof sumByEntry>>): PayoutTotals => ({
  ...presentSums(entries),
  entries: entries.map(entry => ({ entryId: entry.entry_id, boat: entry.boat, ...presentSums([entry]) })),
})

export const presentBacker = (
  row: Awaited<ReturnType<typeof listBackersOfPayouts>>[number],
): PayoutsOfBacker => ({
  backer: presentPayee(row),
  destination: row.owed_count + row.frozen_count > 0 ? presentDestination(row) : null,
  ...presentSums([row]),
})

type Result = NonNullable<Awaited<ReturnType<typeof findResult>>>
type Shares = Awaited<ReturnType<typeof listShares>>

/** Without names. @param reader whose shares are marked */
export const presentStatement = (result: Result, shares: Shares, reader: string | null): Statement => ({
  ...presentResult(result),
  tournament: { id: result.tournament_id, name: result.tournament_name },
  closesAt: iso(entryClosing(result, result)),
  settledAt: iso(result.settled_at),
  payoutDays: result.payout_days,
  payoutsDueAt: isoOrNull(payoutsDueAt(result)),
  mode: shares[0]?.mode ?? null,
  formula: { pool: poolFormula(result.if_goal_missed), ...shareFormula },
  centsLeftOver: sum(shares.map(share => share.extra_cent)),
  shares: shares.map((share, index) => ({
    number: index + 1,
    insider: share.insider,
    relativeToStart: relativeToStart(share.funded_at, firstStart(result)),
    contributed: formatCents(share.contributed_cents),
    roundedDown: formatCents(share.amount_cents - share.extra_cent),
    extraCent: share.extra_cent === 1,
    amount: formatCents(share.amount_cents),
    yours: share.backer_id === reader,
  })),
})
