import type { ProtestId, TournamentId } from '#contract/ids.ts'
import type { Protest } from '#contract/tournaments/protests.ts'
import type { Db } from '#server/db/connection.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { presentProtest } from './protests.present.ts'
import { getProtest } from './protests.queries.ts'
import type { ProtestRow } from './protests.table.ts'
import { readNamed } from './shown-protests.queries.ts'

/** As everyone reads them. */
export async function presentProtests(
  db: Db,
  tournament: TournamentId,
  rows: readonly ProtestRow[],
): Promise<Protest[]> {
  const [rules, named] = [await findRules(db, tournament), await readNamed(db, rows)]
  return rows.map(row => presentProtest(row, named, rules))
}

/** As everyone reads it. @throws ApiError 404 */
export async function readProtest(db: Db, id: ProtestId): Promise<Protest> {
  const row = await getProtest(db, id)
  const named = await readNamed(db, [row])
  return presentProtest(row, named, await findRules(db, row.tournament_id))
}
