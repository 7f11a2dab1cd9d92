import { type RawBuilder, sql } from 'kysely'
import type { InsiderRole } from '#contract/goal-rules.ts'
import type { BoatId, UserId } from '#contract/ids.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'

interface InsidersOf {
  boat_id: BoatId
  owner_id: UserId
  organiser_id: UserId
}

const crewOf = compileOnce((db, person: UserId, boat: BoatId) =>
  db
    .selectFrom('crew_members')
    .select('user_id')
    .where('user_id', '=', person)
    .where('boat_id', '=', boat)
    .where('approved_at', 'is not', null),
)

/** @returns the first that applies; null: no insider of the entry */
export async function findInsider(db: Db, entry: InsidersOf, person: UserId): Promise<InsiderRole | null> {
  if (entry.owner_id === person) return 'owner'
  if ((await crewOf(db, person, entry.boat_id)).length > 0) return 'crew'
  return entry.organiser_id === person ? 'organiser' : null
}

/** Whether the backer of `fundings` is an insider; needs `entries`, `boats` and `tournaments`. */
export const isInsider: RawBuilder<boolean> = sql<boolean>`(fundings.backer_id in (boats.owner_id, tournaments.organiser_id)
  or exists (select 1 from crew_members where user_id = fundings.backer_id and boat_id = boats.id
    and approved_at is not null))`
