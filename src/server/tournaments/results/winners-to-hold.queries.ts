import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import { readAwards } from '#server/tournaments/scoring/index.ts'
import { entriesToVerify } from './verification.rules.ts'

/** Entries of an ended tournament that reach `verifyFrom` and were never held by the rules. */
export async function listWinnersToHold(db: Db, tournament: TournamentId, rules: Rules): Promise<EntryId[]> {
  if (rules.verifyFrom === null) return []
  const { awards } = await readAwards(db, tournament, rules)
  const held = await listHeldByRules(db, tournament)
  return entriesToVerify(rules, awards).filter(entry => !held.has(entry)) as EntryId[]
}

async function listHeldByRules(db: Db, tournament: TournamentId): Promise<Set<string>> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('holds', 'holds.entry_id', 'entries.id')
    .select('holds.entry_id as id')
    .where('entries.tournament_id', '=', tournament)
    .where('holds.placed_by', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
