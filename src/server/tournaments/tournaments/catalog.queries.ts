import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import type { EntryWithBoat } from './tournaments.present.ts'
import { isRuled, isShownTournament } from './tournaments.queries.ts'

export const readTournaments = (db: Db, ids: readonly TournamentId[]) =>
  db
    .selectFrom('tournaments')
    .innerJoin('users', 'users.id', 'tournaments.organiser_id')
    .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
    .selectAll('tournaments')
    .select(['settlements.settled_at', 'users.metadata', 'users.deleted_at'])
    .select(isRuled.as('is_ruled'))
    .where('tournaments.id', 'in', anyOf(ids))
    .where(isShownTournament)
    .execute()

/** Returns entries that aren't withdrawn. @param by column of the ids */
export const readEntries = (
  db: Db,
  by: 'id' | 'tournament_id',
  ids: readonly (EntryId | TournamentId)[],
): Promise<EntryWithBoat[]> =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .selectAll('entries')
    .select(['boats.name', 'boats.captain_name', 'boats.description', 'boats.image_id'])
    .where('entries.withdrawn_at', 'is', null)
    .where(`entries.${by}`, 'in', anyOf(ids))
    .execute()
