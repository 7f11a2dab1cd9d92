import { type RawBuilder, sql } from 'kysely'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import type { InsiderRole } from '#contract/tournaments/goal-rules.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import { type FundingTimes, firstStart } from './funding-times.rules.ts'

interface InsidersOf extends FundingTimes {
  boat_id: BoatId
  owner_id: UserId
  organiser_id: UserId
  tournament_id: TournamentId
}

/**
 * People count who were crew or staff at the start or since. A row of `staff` that is still there counts, also once its
 * role has ended (decision 0096).
 */
const firstTie = compileFirst((db, person: UserId, boat: BoatId, tournament: TournamentId, start: number) =>
  db
    .selectFrom('crew_members')
    .select(sql.lit<InsiderRole>('crew').as('role'))
    .where('user_id', '=', person)
    .where('boat_id', '=', boat)
    .where('approved_at', 'is not', null)
    .unionAll(
      db
        .selectFrom('former_crew')
        .select(sql.lit<InsiderRole>('crew').as('role'))
        .where('user_id', '=', person)
        .where('boat_id', '=', boat)
        .where('left_at', '>=', start),
    )
    .unionAll(
      db
        .selectFrom('staff')
        .select(sql.lit<InsiderRole>('organiser').as('role'))
        .where('user_id', '=', person)
        .where('tournament_id', '=', tournament),
    ),
)

/** @returns the first role that applies, or null if the person is no insider of the entry */
export async function findInsider(db: Db, entry: InsidersOf, person: UserId): Promise<InsiderRole | null> {
  if (entry.owner_id === person) return 'owner'
  const tie = await firstTie(db, person, entry.boat_id, entry.tournament_id, firstStart(entry))
  if (tie) return tie.role
  return entry.organiser_id === person ? 'organiser' : null
}

/** True if the backer of `fundings` is an insider; needs `entries`, `boats` and `tournaments`. */
export const isInsider: RawBuilder<boolean> = sql<boolean>`(fundings.backer_id in (boats.owner_id, tournaments.organiser_id)
  or exists (select 1 from crew_members where user_id = fundings.backer_id and boat_id = boats.id
    and approved_at is not null)
  or exists (select 1 from former_crew where user_id = fundings.backer_id and boat_id = boats.id
    and left_at >= coalesce(tournaments.started_at, tournaments.starts_at))
  or exists (select 1 from staff where staff.user_id = fundings.backer_id
    and staff.tournament_id = tournaments.id))`
