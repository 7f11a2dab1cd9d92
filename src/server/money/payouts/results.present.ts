import type { TournamentId } from '#contract/ids.ts'
import { iso, isoOrNull } from '#contract/iso.ts'
import type { Results, ResultsPreview, RoundPreview } from '#contract/money/results.ts'
import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { type Adjustment, countOpenProtests, readHeldAwards } from '#server/tournaments/results/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { protestsUntil, type TournamentRow } from '#server/tournaments/tournaments/index.ts'
import { presentResult } from './payouts.present.ts'
import { backerName, payoutStatus, shownInRound } from './payouts.rules.ts'
import { listResults } from './results.queries.ts'
import type { ProposedRoundResult } from './round-settlement.queries.ts'
import type { ProposedResult } from './settlement.queries.ts'

const presentAdjustments = (adjustments: readonly Adjustment[]) =>
  adjustments.map(({ entryId, amount, reason }) => ({ entryId, amount: formatCents(amount), reason }))

export async function readResults(
  { db, results }: Pick<Deps, 'db' | 'results'>,
  tournament: TournamentRow,
  now: number,
): Promise<Results> {
  const id: TournamentId = tournament.id
  const { state, rounds, ruledResults } = await results.read(tournament, now)
  const [first] = rounds
  const rules = await findRules(db, id)
  // Before the end nothing is settled, but awards can be held.
  const heldAwards = ruledResults?.heldKeys ?? (rules ? await readHeldAwards(db, id, rules) : [])
  return {
    settledAt: isoOrNull(first?.confirmedAt ?? null),
    entries: first ? (await listResults(db, id)).map(presentResult) : [],
    state,
    protestsUntil: isoOrNull(protestsUntil(tournament, rules)),
    openProtests: await countOpenProtests(db, id),
    heldAwards: [...heldAwards].map(heldAward),
    rounds: rounds.map(({ number, confirmedAt, reason, adjustments }) => ({
      number,
      at: iso(confirmedAt),
      reason,
      adjustments: presentAdjustments(adjustments),
    })),
  }
}

/** @param name see `awardKey` */
function heldAward(name: string): { key: string; day: string | null } {
  const [key, day] = JSON.parse(name) as [string, string | null]
  return { key, day }
}

/** @param preview fingerprint of the results */
export const presentPreview = (results: readonly ProposedResult[], preview: string): ResultsPreview => ({
  entries: results.map(({ shares, ...result }) => ({
    ...presentResult({ ...result, fundings: shares.length }),
    shares: shares.map(share => ({
      fundingId: share.id,
      backer: backerName(share),
      contributed: formatCents(share.contributed),
      amount: formatCents(share.amount),
      status: payoutStatus({
        due_cents: share.amount,
        to_return_cents: 0,
        shown_cents: share.amount,
        is_frozen: share.is_disputed,
      }),
    })),
  })),
  preview,
})

/** @param preview fingerprint of the round */
export const presentRoundPreview = (
  results: readonly ProposedRoundResult[],
  preview: string,
): RoundPreview => ({
  entries: results.map(({ row, winnings, shared, pool, shares }) => ({
    ...presentResult({ ...row, winnings_cents: winnings, shared_cents: shared, pool_cents: pool }),
    before: { winnings: formatCents(row.winnings_cents), pool: formatCents(row.pool_cents) },
    shares: shares.map(share => {
      const { amount_cents: amount, change } = share
      const round = { amount_cents: amount + change, change_cents: change, later_cents: null }
      const { before, after } = shownInRound({ ...share, ...round })
      return {
        fundingId: share.funding_id,
        backer: backerName(share),
        contributed: formatCents(share.contributed_cents),
        before: formatCents(before),
        change: formatCents(after - before),
        amount: formatCents(after),
      }
    }),
  })),
  preview,
})
