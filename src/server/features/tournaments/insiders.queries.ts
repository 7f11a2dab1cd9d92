import { type RawBuilder, sql } from 'kysely'
import type { InsiderRole } from '#contract/goal-rules.ts'
import type { BoatId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'

interface InsidersOf {
  boat_id: BoatId
  owner_id: UserId
  organiser_id: UserId
}

/** @returns the first that applies; null: no insider of the entry */
export async function findInsider(db: Db, entry: InsidersOf, person: UserId): Promise<InsiderRole | null> {
  if (entry.owner_id === person) return 'owner'
  const crew = await db
    .selectFrom('crew_members')
    .select('user_id')
    .where('user_id', '=', person)
    .where('boat_id', '=', entry.boat_id)
    .where('approved_at', 'is not', null)
    .executeTakeFirst()
  if (crew) return 'crew'
  return entry.organiser_id === person ? 'organiser' : null
}

/** Whether the backer of `fundings` is an insider; needs `entries`, `boats` and `tournaments`. */
export const isInsider: RawBuilder<boolean> = sql<boolean>`(fundings.backer_id in (boats.owner_id, tournaments.organiser_id)
  or exists (select 1 from crew_members where user_id = fundings.backer_id and boat_id = boats.id
    and approved_at is not null))`
