import type { EntryId, TournamentId } from '#contract/ids.ts'
import { awardsOf } from '#contract/tournaments/scoring/awards.ts'
import { heldAwards } from '#contract/tournaments/scoring/held-awards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { standings } from '#contract/tournaments/scoring/standings.ts'
import type { Db } from '#server/db/connection.ts'
import { findRules, readAwardInput } from '#server/tournaments/scoring/index.ts'
import type { Round } from './rounds.queries.ts'
import { boardsFingerprint, type RuledFigures, settledAwards } from './ruled-results.rules.ts'

export interface RuledResults extends RuledFigures {
  rules: Rules
  /** Keys of awards, see `awardKey`. */
  held: ReadonlySet<string>
}

/** What a round would settle now. Null: without rules. @param last the latest round */
export async function readRuledResults(
  db: Db,
  tournament: TournamentId,
  last: Round | undefined,
): Promise<RuledResults | null> {
  const rules = await findRules(db, tournament)
  if (rules === null) return null
  const input = await readAwardInput(db, tournament, rules)
  const held = heldAwards(rules, input, [])
  const boards = standings(rules, input.entries, input.catches, input.penalties, input.decisions)
  const awards = awardsOf(rules, boards, input.entries, input.potEntries)
  return {
    rules,
    held,
    boards: boardsFingerprint(boards),
    awards: settledAwards(awards, held, last?.figures?.awards ?? []),
  }
}

/** Pots whose awards backers share; null: all. */
export async function readSharedPots(
  db: Db,
  tournament: TournamentId,
): Promise<Map<EntryId, readonly string[] | null>> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'shared_pots'])
    .where('tournament_id', '=', tournament)
    .execute()
  return new Map(
    rows.map(({ id, shared_pots: pots }) => [id, pots === null ? null : (JSON.parse(pots) as string[])]),
  )
}
