import type { EntryId } from '#contract/ids.ts'
import { iso, isoOrNull } from '#contract/iso.ts'
import type { Statement } from '#contract/money/results.ts'
import { poolFormula, shareFormula } from '#contract/money/shares.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import { listRounds, type Round } from '#server/tournaments/results/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { entryClosing, firstStart } from '#server/tournaments/tournaments/index.ts'
import { presentResult } from './payouts.present.ts'
import { relativeToStart, shareDueAt } from './payouts.rules.ts'
import { type findResult, listShares } from './results.queries.ts'
import { listRoundResults, listShareChanges } from './round-rows.queries.ts'
import { readSharedPots } from './shared-pots.queries.ts'
import { isShared } from './winnings.rules.ts'

type Result = NonNullable<Awaited<ReturnType<typeof findResult>>>
type RoundResult = Awaited<ReturnType<typeof listRoundResults>>[number]

/** Returns how an entry's winnings were divided, without names. @param reader whose shares are marked */
export async function readStatement(db: Db, result: Result, reader: string | null): Promise<Statement> {
  const { entry_id: entry, tournament_id: tournament } = result
  const shares = await listShares(db, entry)
  const changes = Map.groupBy(await listShareChanges(db, entry), ({ payout_id: share }) => share)
  const rounds = await listRounds(db, tournament)
  const rules = await findRules(db, tournament)
  const sharedPots = rules ? (await readSharedPots(db, tournament)).get(entry) : null
  const isPartlyShared = Array.isArray(sharedPots)
  const latest = rounds.findLast(({ number }) => shares.some(share => share.settled_in === number))
  return {
    ...presentResult(result),
    tournament: { id: tournament, name: result.tournament_name, ...(rules && { ruled: true as const }) },
    closesAt: iso(entryClosing(result, result)),
    settledAt: iso(result.settled_at),
    payoutDays: result.payout_days,
    payoutsDueAt: isoOrNull(shareDueAt(result, rules && latest ? latest.confirmedAt : null)),
    ...(shares.some(share => share.in_review === 1) && { underReview: true as const }),
    ...(isPartlyShared && { partlyShared: true as const }),
    mode: shares[0]?.mode ?? null,
    formula: { pool: poolFormula(result.if_goal_missed, isPartlyShared), ...shareFormula },
    centsLeftOver: sum(shares.map(share => share.extra_cent)),
    shares: shares.map((share, index) => {
      const own = changes.get(share.id) ?? []
      const first = share.amount_cents - sum(own.map(({ change_cents: cents }) => cents))
      return {
        number: index + 1,
        insider: share.insider,
        relativeToStart: relativeToStart(share.funded_at, firstStart(result)),
        contributed: formatCents(share.contributed_cents),
        roundedDown: formatCents(first - share.extra_cent),
        extraCent: share.extra_cent === 1,
        changes: own.map(({ round, change_cents: cents }) => ({ round, amount: formatCents(cents) })),
        amount: formatCents(share.amount_cents),
        yours: share.backer_id === reader,
      }
    }),
    awards: rules ? presentAwards(rules, rounds.at(-1), entry, sharedPots) : [],
    rounds: presentRounds(rounds, await listRoundResults(db, entry), entry),
  }
}

function presentAwards(
  rules: Rules,
  round: Round | undefined,
  entry: EntryId,
  sharedPots: readonly string[] | null | undefined,
): Statement['awards'] {
  return (round?.figures?.awards ?? []).flatMap(({ key, day, places }) => {
    const award = rules.awards.find(each => each.key === key)
    return places
      .filter(({ entryId }) => entryId === entry)
      .map(({ place, tied, amount }) => ({
        award: key,
        name: award?.name ?? key,
        category: award?.category ?? '',
        day,
        place,
        tied,
        amount: formatCents(amount),
        shared: isShared(sharedPots, award?.pot),
      }))
  })
}

/** A round that left the entry as it was has the figures of the one before. */
function presentRounds(
  rounds: readonly Round[],
  results: readonly RoundResult[],
  entry: EntryId,
): Statement['rounds'] {
  return rounds.flatMap(({ number, confirmedAt, reason, adjustments }) => {
    const result = results.findLast(({ round }) => round <= number)
    if (!result) return []
    return [
      {
        number,
        at: iso(confirmedAt),
        reason,
        winnings: formatCents(result.winnings_cents),
        sharedWinnings: formatCents(result.shared_cents),
        pool: formatCents(result.pool_cents),
        adjustments: adjustments
          .filter(({ entryId }) => entryId === entry)
          .map(({ amount, reason }) => ({ amount: formatCents(amount), reason })),
      },
    ]
  })
}
