import { type BoatId, type EntryId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Rows for tests, straight into the database; what is not given is made up, missing parents included. */

async function addUser(db: Db, email?: string): Promise<UserId> {
  const id: UserId = newId<'user'>()
  const now = Date.now()
  await db
    .insertInto('users')
    .values({
      id,
      email: email ?? `${id}@example.com`,
      metadata: '{}',
      email_confirmed_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

export interface TournamentValues {
  name?: string
  description?: string | null
  location?: string | null
  /** Milliseconds since 1970. */
  startsAt: number
  endsAt: number
  prizePoolCents?: number | null
  cancelledAt?: number | null
}

export async function addTournament(db: Db, values: TournamentValues): Promise<TournamentId> {
  const id: TournamentId = newId<'tournament'>()
  const now = Date.now()
  await db
    .insertInto('tournaments')
    .values({
      id,
      organiser_id: await addUser(db),
      name: values.name ?? 'White Marlin Open',
      description: values.description ?? null,
      location: values.location ?? null,
      starts_at: values.startsAt,
      ends_at: values.endsAt,
      prize_pool_cents: values.prizePoolCents ?? null,
      cancelled_at: values.cancelledAt ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

export interface EntryValues {
  boat?: string
  captain?: string
  goalCents?: number
  fundingCents?: number
  backers?: number
  position?: number | null
  bestCatch?: { weight: number; species: string } | null
}

/** A boat and its entry in a tournament. */
export async function addEntry(
  db: Db,
  tournamentId: TournamentId,
  values: EntryValues = {},
): Promise<EntryId> {
  const now = Date.now()
  const boatId: BoatId = newId<'boat'>()
  await db
    .insertInto('boats')
    .values({
      id: boatId,
      owner_id: await addUser(db),
      name: values.boat ?? 'Reel Deal',
      captain_name: values.captain ?? 'Ana Reyes',
      created_at: now,
    })
    .execute()
  const id: EntryId = newId<'entry'>()
  await db
    .insertInto('entries')
    .values({
      id,
      tournament_id: tournamentId,
      boat_id: boatId,
      funding_goal_cents: values.goalCents ?? 1_000_000,
      current_funding_cents: values.fundingCents ?? 0,
      backer_count: values.backers ?? 0,
      payout_basis_points: 4000,
      current_position: values.position ?? null,
      best_catch: values.bestCatch ? JSON.stringify(values.bestCatch) : null,
      created_at: now,
    })
    .execute()
  return id
}
