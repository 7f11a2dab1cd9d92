import type { TournamentId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Whether results are confirmed. Afterwards dates, entries and fundings cannot change. */
export async function isSettled(db: Db, tournament: TournamentId): Promise<boolean> {
  const row = await db
    .selectFrom('settlements')
    .select('settled_at')
    .where('tournament_id', '=', tournament)
    .executeTakeFirst()
  return row !== undefined
}
