import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'

/**
 * Entries whose boat the person owns or is approved crew of; also withdrawn ones. A boat that waits for its captain isn't
 * that of the organiser who entered it.
 */
const tiedEntries = (db: Db, user: UserId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select('entries.id')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb.and({ 'boats.owner_id': user, 'entries.awaits_captain': 0 }),
        exists(
          selectFrom('crew_members')
            .select('crew_members.user_id')
            .whereRef('crew_members.boat_id', '=', 'boats.id')
            .where('crew_members.user_id', '=', user)
            .where('crew_members.approved_at', 'is not', null),
        ),
      ]),
    )

/** Returns whether the person owns or crews one of these boats. */
export const isTiedTo = async (db: Db, user: UserId, entries: readonly EntryId[]): Promise<boolean> =>
  entries.length > 0 && hasRow(tiedEntries(db, user).where('entries.id', 'in', [...entries]))

/** Returns whether the person owns or crews a boat of the tournament. */
export const isTiedToTournament = (db: Db, user: UserId, tournament: TournamentId): Promise<boolean> =>
  hasRow(
    tiedEntries(db, user)
      .where('entries.tournament_id', '=', tournament)
      .where('entries.withdrawn_at', 'is', null),
  )

/** Returns entries of the tournament that aren't withdrawn and whose boat the person owns. */
export async function listOwnedEntries(db: Db, user: UserId, tournament: TournamentId): Promise<EntryId[]> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select('entries.id')
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('boats.owner_id', '=', user)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the first of the entries, even a withdrawn one, whose boat the person owns. */
export async function findOwnEntry(
  db: Db,
  user: UserId,
  entries: readonly EntryId[],
): Promise<EntryId | undefined> {
  if (entries.length === 0) return undefined
  const rows = await db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select('entries.id')
    .where('entries.id', 'in', [...entries])
    .where('boats.owner_id', '=', user)
    .execute()
  return entries.find(entry => rows.some(({ id }) => id === entry))
}
