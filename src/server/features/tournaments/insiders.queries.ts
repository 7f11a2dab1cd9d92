import { type RawBuilder, sql } from 'kysely'
import type { InsiderRole } from '#contract/goal-rules.ts'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'

interface InsidersOf {
  boat_id: BoatId
  owner_id: UserId
  organiser_id: UserId
  tournament_id: TournamentId
}

/** A row of `staff` that is still there counts, also once its role has ended (decision 0096). */
const tiesOf = compileOnce((db, person: UserId, boat: BoatId, member: UserId, tournament: TournamentId) =>
  db
    .selectFrom('crew_members')
    .select(sql.lit<InsiderRole>('crew').as('role'))
    .where('user_id', '=', person)
    .where('boat_id', '=', boat)
    .where('approved_at', 'is not', null)
    .unionAll(
      db
        .selectFrom('staff')
        .select(sql.lit<InsiderRole>('organiser').as('role'))
        .where('user_id', '=', member)
        .where('tournament_id', '=', tournament),
    ),
)

/** @returns the first that applies; null: no insider of the entry */
export async function findInsider(db: Db, entry: InsidersOf, person: UserId): Promise<InsiderRole | null> {
  if (entry.owner_id === person) return 'owner'
  const [tie] = await tiesOf(db, person, entry.boat_id, person, entry.tournament_id)
  if (tie) return tie.role
  return entry.organiser_id === person ? 'organiser' : null
}

/** Whether the backer of `fundings` is an insider; needs `entries`, `boats` and `tournaments`. */
export const isInsider: RawBuilder<boolean> = sql<boolean>`(fundings.backer_id in (boats.owner_id, tournaments.organiser_id)
  or exists (select 1 from crew_members where user_id = fundings.backer_id and boat_id = boats.id
    and approved_at is not null)
  or exists (select 1 from staff where staff.user_id = fundings.backer_id
    and staff.tournament_id = tournaments.id))`
