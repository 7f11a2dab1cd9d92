import type { BoatId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { noTies, type Ties } from './crew-posts.rules.ts'

/** A person's role on a boat. */
export async function tiesTo(db: Db, boat: BoatId | null, person: { id: UserId } | null): Promise<Ties> {
  if (boat === null || person === null) return noTies
  const row = await db
    .selectFrom('boats')
    .select(({ exists, selectFrom }) => [
      'owner_id',
      exists(
        selectFrom('fundings')
          .innerJoin('entries', 'entries.id', 'fundings.entry_id')
          .select('fundings.id')
          .whereRef('entries.boat_id', '=', 'boats.id')
          .where('fundings.backer_id', '=', person.id)
          .where('fundings.status', '=', 'completed'),
      ).as('backs'),
      exists(
        selectFrom('crew_members')
          .select('crew_members.user_id')
          .whereRef('crew_members.boat_id', '=', 'boats.id')
          .where('crew_members.user_id', '=', person.id)
          .where('crew_members.approved_at', 'is not', null),
      ).as('crews'),
      exists(
        selectFrom('entries')
          .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
          .select('entries.id')
          .whereRef('entries.boat_id', '=', 'boats.id')
          .where('entries.withdrawn_at', 'is', null)
          .where('tournaments.organiser_id', '=', person.id),
      ).as('organises'),
    ])
    .where('boats.id', '=', boat)
    .executeTakeFirst()
  if (!row) return noTies
  return {
    backsBoat: Boolean(row.backs),
    ownsBoat: row.owner_id === person.id,
    crewsBoat: Boolean(row.crews),
    organises: Boolean(row.organises),
  }
}
