import { formatCents } from '#contract/money.ts'
import { payoutFormula } from '#contract/payout-texts.ts'
import type { EntryResult, Payout, PayoutTotals, ResultsPreview, Statement } from '#contract/payouts.ts'
import type {
  findResult,
  listShares,
  PayoutInContext,
  ResultWithBoat,
  sumPayouts,
} from './payouts.queries.ts'
import { backerName, payoutStatus } from './payouts.rules.ts'
import type { ProposedResult } from './settlement.queries.ts'

export const presentResult = (row: ResultWithBoat): EntryResult => ({
  entryId: row.entry_id,
  boat: { id: row.boat_id, name: row.name, captainName: row.captain_name },
  winnings: formatCents(row.winnings_cents),
  payoutPercentage: row.payout_basis_points / 100,
  raised: formatCents(row.raised_cents),
  pool: formatCents(row.pool_cents),
  fundings: row.fundings ?? 0,
})

/** @param preview fingerprint of the results */
export const presentPreview = (results: readonly ProposedResult[], preview: string): ResultsPreview => ({
  entries: results.map(({ entry, boat, winnings, basisPoints, raised, pool, shares }) => ({
    entryId: entry,
    boat: { id: boat.id, name: boat.name, captainName: boat.captain_name },
    winnings: formatCents(winnings),
    payoutPercentage: basisPoints / 100,
    raised: formatCents(raised),
    pool: formatCents(pool),
    fundings: shares.length,
    shares: shares.map(share => ({
      fundingId: share.id,
      backer: backerName(share),
      contributed: formatCents(share.contributed),
      amount: formatCents(share.amount),
      status: payoutStatus({
        amount_cents: share.amount,
        paid_at: null,
        is_frozen: Boolean(share.is_disputed),
      }),
    })),
  })),
  preview,
})

export const presentPayout = (row: PayoutInContext): Payout => ({
  id: row.id,
  amount: formatCents(row.amount_cents),
  status: payoutStatus(row),
  reference: row.reference,
  paidAt: row.paid_at === null ? null : new Date(row.paid_at).toISOString(),
  contributed: formatCents(row.contributed_cents),
  fundingId: row.funding_id,
  mode: row.mode,
  entryId: row.entry_id,
  boat: { id: row.boat_id, name: row.name, captainName: row.captain_name },
  backer: { id: row.backer_id, name: backerName(row), email: row.email },
})

const presentSum = ({ count, cents }: { count: number; cents: number }) => ({
  count,
  amount: formatCents(cents),
})

export const presentTotals = ({
  owed,
  paid,
  frozen,
}: Awaited<ReturnType<typeof sumPayouts>>): PayoutTotals => ({
  owed: presentSum(owed),
  paid: presentSum(paid),
  frozen: presentSum(frozen),
})

type Result = NonNullable<Awaited<ReturnType<typeof findResult>>>
type Shares = Awaited<ReturnType<typeof listShares>>

/** Without names. @param reader whose shares are marked */
export const presentStatement = (result: Result, shares: Shares, reader: string | null): Statement => ({
  ...presentResult(result),
  tournament: { id: result.tournament_id, name: result.tournament_name },
  settledAt: new Date(result.settled_at).toISOString(),
  mode: shares[0]?.mode ?? null,
  formula: payoutFormula,
  centsLeftOver: shares.reduce((sum, share) => sum + share.extra_cent, 0),
  shares: shares.map((share, index) => ({
    number: index + 1,
    contributed: formatCents(share.contributed_cents),
    roundedDown: formatCents(share.amount_cents - share.extra_cent),
    extraCent: share.extra_cent === 1,
    amount: formatCents(share.amount_cents),
    yours: share.backer_id === reader,
  })),
})
