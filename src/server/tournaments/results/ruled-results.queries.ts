import type { TournamentId } from '#contract/ids.ts'
import { awardsOf } from '#contract/tournaments/scoring/awards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { standings } from '#contract/tournaments/scoring/standings.ts'
import type { Db } from '#server/db/connection.ts'
import { findRules, readAwardInput } from '#server/tournaments/scoring/index.ts'
import { readHeldAwards } from './held-awards.queries.ts'
import { listRounds, type Round } from './rounds.queries.ts'
import { boardsFingerprint, type RuledFigures, resultsState, settledAwards } from './ruled-results.rules.ts'

export interface RuledResults extends RuledFigures {
  rules: Rules
  /** Keys of awards, see `awardKey`. */
  heldKeys: ReadonlySet<string>
}

/** Returns the results of a round that settles now, or null without rules. @param last the latest round */
export async function readRuledResults(
  db: Db,
  tournament: TournamentId,
  last: Round | undefined,
): Promise<RuledResults | null> {
  const rules = await findRules(db, tournament)
  if (rules === null) return null
  const input = await readAwardInput(db, tournament, rules)
  const heldKeys = await readHeldAwards(db, tournament, rules)
  const boards = standings(rules, input)
  const awards = awardsOf(rules, boards, input.entries, input.potEntries)
  return {
    rules,
    heldKeys,
    boards: boardsFingerprint(boards),
    awards: settledAwards(awards, heldKeys, last?.figures?.awards ?? []),
  }
}

/**
 * Returns whether results are confirmed, no protest or hold can change them, and nothing was decided since.
 */
export async function isOfficial(db: Db, tournament: TournamentId): Promise<boolean> {
  const last = (await listRounds(db, tournament)).at(-1)
  if (last === undefined) return false
  return resultsState(last, await readRuledResults(db, tournament, last)) === 'official'
}
