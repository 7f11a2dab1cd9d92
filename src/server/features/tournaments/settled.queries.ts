import type { TournamentId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Whether the results are confirmed. From then on dates, entries and stakes stand, because shares were made from them. */
export async function isSettled(db: Db, tournament: TournamentId): Promise<boolean> {
  const row = await db
    .selectFrom('settlements')
    .select('settled_at')
    .where('tournament_id', '=', tournament)
    .executeTakeFirst()
  return row !== undefined
}
