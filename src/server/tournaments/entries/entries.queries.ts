import { sql } from 'kysely'
import { type BoatId, type EntryId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { type BoatRow, getBoat } from '#server/boats/boats/index.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { countRows, hasRow } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import { paramId } from '#server/http/param-id.ts'
import {
  type Catalog,
  entryJson,
  getTournament,
  isShownTournament,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import type { EntryRow } from './entries.table.ts'

export const noEntry = () => notFound('There is no such tournament entry.')

/** Returns the entry's id in a path. @throws ApiError 404 when malformed */
export const entryIdOf = (param: string | undefined): EntryId => paramId<'entry'>(param, noEntry().message)

export interface EntryInContext {
  entry: EntryRow
  boat: BoatRow
  tournament: TournamentRow
}

/** Returns an entry that is not withdrawn, with its boat and tournament. @throws ApiError 404 */
export async function getEntry(db: Db, id: EntryId): Promise<EntryInContext> {
  const entry = await db
    .selectFrom('entries')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!entry) throw noEntry()
  const boat = await getBoat(db, entry.boat_id)
  return { entry, boat, tournament: await getTournament(db, entry.tournament_id) }
}

/** Returns an entry as the public sees it, as JSON. @throws ApiError 404 */
export async function getEntryJson(catalog: Catalog, id: EntryId): Promise<string> {
  const cached = await catalog.findEntry(id)
  if (!cached) throw noEntry()
  return entryJson(cached.entry)
}

const entriesOfBoat = (db: Db, boat: BoatId) =>
  db.selectFrom('entries').select('id').where('boat_id', '=', boat).where('withdrawn_at', 'is', null)

export const isEntered = (db: Db, tournament: TournamentId, boat: BoatId): Promise<boolean> =>
  hasRow(entriesOfBoat(db, boat).where('tournament_id', '=', tournament))

/** Counts a person's boats in a tournament that aren't withdrawn. */
export const countEntriesOf = (db: Db, tournament: TournamentId, owner: UserId): Promise<number> =>
  countRows(
    db
      .selectFrom('entries')
      .innerJoin('boats', 'boats.id', 'entries.boat_id')
      .where('entries.tournament_id', '=', tournament)
      .where('entries.withdrawn_at', 'is', null)
      .where('boats.owner_id', '=', owner),
  )

/** Returns whether the boat, entered by an organiser, waits for its captain in any tournament. */
export const awaitsCaptain = (db: Db, boat: BoatId): Promise<boolean> =>
  hasRow(entriesOfBoat(db, boat).where('awaits_captain', '=', 1))

/** Returns entries of boats that the person owns or crews, without those that wait for their captains. */
export const listOwnEntries = compileOnce((db, tournament: TournamentId, user: UserId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .leftJoin('crew_members', join =>
      join
        .onRef('crew_members.boat_id', '=', 'boats.id')
        .on('crew_members.user_id', '=', user)
        .on('crew_members.approved_at', 'is not', null),
    )
    .select(['entries.id', 'boats.owner_id'])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where(where =>
      where.or([
        where.and([where('boats.owner_id', '=', user), where('entries.awaits_captain', '=', sql.lit<0>(0))]),
        where('crew_members.user_id', '=', user),
      ]),
    )
    .orderBy('entries.id')
    .limit(sql.lit(limits.listMax)),
)

/**
 * Returns entries of boats the person owns or crews, in tournaments that aren't over:
 * the first to start first.
 */
export const listOpenEntries = compileOnce((db, user: UserId, now: number) =>
  db
    .selectFrom('entries')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select(['entries.id', 'entries.tournament_id'])
    .where('entries.boat_id', 'in', ({ selectFrom }) =>
      selectFrom('boats')
        .select('boats.id')
        .where('owner_id', '=', user)
        .union(
          selectFrom('crew_members')
            .select('crew_members.boat_id as id')
            .where('user_id', '=', user)
            .where('approved_at', 'is not', null),
        ),
    )
    // Its captain will own it.
    .where('entries.awaits_captain', '=', sql.lit(0))
    .where('entries.withdrawn_at', 'is', null)
    .where('tournaments.cancelled_at', 'is', null)
    .where('tournaments.ends_at', '>', now)
    .where(isShownTournament)
    .orderBy('tournaments.starts_at')
    .orderBy('entries.id')
    .limit(sql.lit(limits.myBoats)),
)

export type Terms = Pick<EntryRow, 'funding_goal_cents' | 'payout_basis_points' | 'if_goal_missed'>

export async function insertEntry(
  trx: Trx,
  tournament: TournamentId,
  boat: BoatId,
  terms: Terms & Partial<Pick<EntryRow, 'awaits_captain' | 'shared_pots' | 'goal_parts'>>,
  now: number,
): Promise<EntryId> {
  const id: EntryId = newId<'entry'>()
  await trx
    .insertInto('entries')
    .values({ id, tournament_id: tournament, boat_id: boat, ...terms, created_at: now })
    .execute()
  return id
}

export async function updateTerms(
  trx: Trx,
  id: EntryId,
  terms: Partial<Terms & Pick<EntryRow, 'shared_pots' | 'goal_parts'>>,
): Promise<void> {
  await trx.updateTable('entries').set(terms).where('id', '=', id).execute()
}

export async function withdrawEntry(
  trx: Trx,
  id: EntryId,
  reason: string | null,
  now: number,
): Promise<void> {
  await trx
    .updateTable('entries')
    .set({ withdrawn_at: now, withdrawal_reason: reason, current_position: null, position_override: null })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('staff_invitations').where('entry_id', '=', id).execute()
}

/**
 * Returns whether live fundings were set aside:
 * they count again on these terms when the payment mode returns.
 */
export const hasLiveSetAside = (db: Db, id: EntryId): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('fundings')
      .select('id')
      .where('entry_id', '=', id)
      .where('mode', '=', 'live')
      .where('set_aside_at', 'is not', null),
  )
