import type { Issue } from '#contract/errors.ts'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import type { Db } from '#server/db/connection.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import {
  type Adjustment,
  type Round,
  type RuledResults,
  readRuledResults,
} from '#server/tournaments/results/index.ts'
import { readSharedPots } from './shared-pots.queries.ts'
import { type Winnings, winningsOf } from './winnings.rules.ts'

/** Winnings as the organiser sends them. */
export interface SentWinnings {
  winnings?: readonly { entryId: EntryId; amount: number }[] | undefined
  adjustments?: readonly Adjustment[] | undefined
}

export interface DecidedWinnings {
  winnings: ReadonlyMap<EntryId, Winnings>
  adjustments: readonly Adjustment[]
  /** Null without rules. */
  ruledResults: RuledResults | null
}

/** Winnings of each boat: as sent, or with rules by awards and adjustments. @param last the latest round @throws ApiError 400, 409 */
export async function decideWinnings(
  db: Db,
  tournament: TournamentId,
  input: SentWinnings,
  last: Round | undefined,
): Promise<DecidedWinnings> {
  const ruledResults = await readRuledResults(db, tournament, last)
  if (ruledResults === null) {
    if (input.adjustments) refuse('adjustments', payoutTexts.adjustmentsOfRules)
    const winnings = input.winnings ?? refuse('winnings', payoutTexts.winningsRequired)
    const figures = winnings.map(
      ({ entryId, amount }) => [entryId, { total: amount, shared: amount }] as const,
    )
    return { winnings: new Map(figures), adjustments: [], ruledResults }
  }
  if (input.winnings) refuse('winnings', payoutTexts.winningsOfRules)
  const adjustments = input.adjustments ?? last?.adjustments ?? []
  const sharedPots = await readSharedPots(db, tournament)
  const winnings = winningsOf(ruledResults.rules, ruledResults.awards, adjustments, sharedPots)
  const issues = adjustmentIssues(adjustments, winnings, sharedPots)
  // Adjustments of a former round, and awards that changed since.
  if (issues.length > 0 && !input.adjustments) throw conflict(payoutTexts.adjustmentsOutdated)
  if (issues.length > 0) throw invalid(issues)
  return { winnings, adjustments, ruledResults }
}

function adjustmentIssues(
  adjustments: readonly Adjustment[],
  winnings: ReadonlyMap<EntryId, Winnings>,
  entries: ReadonlyMap<EntryId, unknown>,
): Issue[] {
  return adjustments.flatMap(({ entryId, amount }, index): Issue[] => {
    if (!entries.has(entryId))
      return [{ path: `adjustments.${index}.entryId`, message: payoutTexts.entryUnknown }]
    return amount < 0 && (winnings.get(entryId)?.total ?? 0) < 0
      ? [{ path: `adjustments.${index}.amount`, message: payoutTexts.adjustmentTooLow }]
      : []
  })
}

function refuse(path: string, message: string): never {
  throw invalid([{ path, message }])
}
