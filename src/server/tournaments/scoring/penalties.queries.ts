import type { TournamentId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import type { Penalty } from '#contract/tournaments/rulings.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import { findRules } from './rules.queries.ts'
import type { PenaltyRow } from './rules.table.ts'

/** Returns the name of a penalty in the rules, or the key if they dropped it. */
export const penaltyName = (rules: Pick<Rules, 'penalties'> | null, key: string): string =>
  rules?.penalties.find(each => each.key === key)?.name ?? key

export const presentPenalty = (row: PenaltyRow, rules: Pick<Rules, 'penalties'> | null): Penalty => ({
  id: row.id,
  entryId: row.entry_id,
  key: row.key,
  name: penaltyName(rules, row.key),
  day: row.day,
  count: row.count,
  reason: row.reason,
  createdAt: iso(row.created_at),
  ...(row.lifted_at !== null && { lifted: true as const }),
})

/** Returns the days of open penalties; null for a time in which the rules had no days. */
export async function listPenaltyDays(db: Db, tournament: TournamentId): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('penalties', 'penalties.entry_id', 'entries.id')
    .select('penalties.day')
    .distinct()
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('penalties.lifted_at', 'is', null)
    .execute()
  return rows.map(({ day }) => day)
}

/** Returns open penalties of entries that aren't withdrawn, latest first. */
export async function listPenalties(db: Db, tournament: TournamentId): Promise<Penalty[]> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('penalties', 'penalties.entry_id', 'entries.id')
    .selectAll('penalties')
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('penalties.lifted_at', 'is', null)
    .orderBy('penalties.created_at', 'desc')
    .orderBy('penalties.id', 'desc')
    .limit(limits.penaltiesPage)
    .execute()
  const rules = await findRules(db, tournament)
  return rows.map(row => presentPenalty(row, rules))
}
