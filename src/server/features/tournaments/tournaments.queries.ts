import type { Selectable } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import type { BoatsTable } from '#server/features/boats/boats.table.ts'
import type { EntriesTable } from '#server/features/entries/entries.table.ts'
import type { TournamentsTable } from './tournaments.table.ts'

export type TournamentRow = Selectable<TournamentsTable>
export type EntryWithBoat = Selectable<EntriesTable> &
  Pick<Selectable<BoatsTable>, 'name' | 'captain_name' | 'description' | 'image_url'>

/** Every tournament, the latest start first. */
export function listTournaments(db: Db): Promise<TournamentRow[]> {
  return db.selectFrom('tournaments').selectAll().orderBy('starts_at', 'desc').orderBy('id').execute()
}

/** Every entry with its boat, in the order of the leaderboard: ranked ones first, then by age. */
export function listEntries(db: Db): Promise<EntryWithBoat[]> {
  return db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .selectAll('entries')
    .select(['boats.name', 'boats.captain_name', 'boats.description', 'boats.image_url'])
    .orderBy(eb => eb('entries.current_position', 'is', null))
    .orderBy('entries.current_position')
    .orderBy('entries.created_at')
    .orderBy('entries.id')
    .execute()
}
