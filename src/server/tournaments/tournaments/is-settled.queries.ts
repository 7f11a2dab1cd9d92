import type { TournamentId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'

/** Returns whether results are confirmed. Afterwards dates, entries and fundings cannot change. */
export const isSettled = (db: Db, tournament: TournamentId): Promise<boolean> =>
  hasRow(db.selectFrom('settlements').select('settled_at').where('tournament_id', '=', tournament))
