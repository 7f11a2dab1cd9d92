import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { sharedPotsOf } from '#server/tournaments/entries/index.ts'

/** Returns the pots whose awards backers share, by entry that isn't withdrawn; null for all pots. */
export async function readSharedPots(
  db: Db,
  tournament: TournamentId,
): Promise<Map<EntryId, readonly string[] | null>> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'shared_pots'])
    .where('tournament_id', '=', tournament)
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.id, sharedPotsOf(row)]))
}
