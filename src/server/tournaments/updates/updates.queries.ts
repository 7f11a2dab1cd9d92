import { sql } from 'kysely'
import {
  type BoatId,
  type CatchId,
  type EntryId,
  type ImageId,
  newId,
  type TournamentId,
  type UpdateId,
  type UserId,
} from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { newestFirst } from '#server/db/row-order.ts'
import { notFound } from '#server/http/errors.ts'
import { fromTheNewest, type Position } from '#server/http/paging.ts'
import { isShownTournament } from '#server/tournaments/tournaments/index.ts'
import type { UpdateRow } from './updates.table.ts'

/** Selects updates, except those of withdrawn entries, banned authors and banned organisers. */
const shownUpdates = (db: Db) =>
  db
    .selectFrom('updates')
    .innerJoin('entries', 'entries.id', 'updates.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('tournaments', 'tournaments.id', 'updates.tournament_id')
    .leftJoin('catches', 'catches.id', 'updates.catch_id')
    .selectAll('updates')
    .select([
      'catches.weight_hundredths',
      'catches.species',
      'catches.corrected_at',
      'catches.ounces',
      'catches.first_weight_hundredths',
      'catches.first_species',
      'catches.disqualified_at',
      'entries.disqualified_at as boat_disqualified_at',
      'boats.id as boat_id',
      'boats.name as boat_name',
      'boats.captain_name as boat_captain_name',
      'boats.description as boat_description',
      'boats.image_id as boat_image_id',
      'tournaments.name as tournament_name',
      'tournaments.description as tournament_description',
      'tournaments.location as tournament_location',
      'starts_at',
      'ends_at',
      'ended_at',
      'funding_closes_at',
      'payout_days',
      'prize_pool_cents',
      'cancelled_at',
      'cancel_reason',
      'organiser_id',
    ])
    .where('entries.withdrawn_at', 'is', null)
    .where(isShownTournament)
    .where(sql<boolean>`not exists (
      select 1 from users where users.id = updates.author_id and users.banned_at is not null)`)

interface UpdatesOf {
  tournament?: TournamentId | undefined
  boat?: BoatId | undefined
}

/** Returns updates, newest first. */
export function listUpdates(db: Db, size: number, after: Position, { tournament, boat }: UpdatesOf) {
  let updates = shownUpdates(db).$call(newestFirst('updates.created_at', 'updates.id', after, size))
  if (tournament !== undefined) updates = updates.where('updates.tournament_id', '=', tournament)
  if (boat !== undefined)
    updates = updates.where('updates.entry_id', 'in', ({ selectFrom }) =>
      selectFrom('entries as own').select('own.id').where('own.boat_id', '=', boat),
    )
  return updates.execute()
}

export type ShownUpdate = Awaited<ReturnType<typeof listUpdates>>[number]

export const findLatestUpdate = compileFirst((db, entry: EntryId) =>
  shownUpdates(db)
    .where('updates.entry_id', '=', entry)
    .orderBy('updates.created_at', 'desc')
    .orderBy('updates.id', 'desc')
    .limit(sql.lit(1)),
)

/** Returns an update, or undefined if it is hidden. */
export const findShownUpdate = (db: Db, id: UpdateId) =>
  shownUpdates(db).where('updates.id', '=', id).executeTakeFirst()

/** @throws ApiError 404 */
export async function getUpdate(db: Db, id: UpdateId): Promise<UpdateRow> {
  const update = await db.selectFrom('updates').selectAll().where('id', '=', id).executeTakeFirst()
  if (!update) throw noUpdate()
  return update
}

export const noUpdate = () => notFound('There is no such update.')

/** Finds a hidden update, too. */
export const findPosted = (trx: Trx, id: UpdateId): Promise<UpdateRow | undefined> =>
  trx.selectFrom('updates').selectAll().where('id', '=', id).executeTakeFirst()

export interface NewUpdate {
  /** Chosen by the client. */
  id?: UpdateId | undefined
  entry: { id: EntryId; tournament_id: TournamentId }
  author: UserId
  content: string
  location?: string | null
  image?: ImageId | null
  catchId?: CatchId
}

export function insertUpdate(trx: Trx, update: NewUpdate, now: number): Promise<UpdateRow> {
  return trx
    .insertInto('updates')
    .values({
      id: update.id ?? newId<'update'>(),
      entry_id: update.entry.id,
      tournament_id: update.entry.tournament_id,
      author_id: update.author,
      catch_id: update.catchId ?? null,
      content: update.content,
      location: update.location ?? null,
      image_id: update.image ?? null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteUpdate(trx: Trx, id: UpdateId): Promise<void> {
  await trx.deleteFrom('updates').where('id', '=', id).execute()
}

export async function correctWeighIn(
  trx: Trx,
  catchId: CatchId,
  entry: EntryId,
  content: string,
): Promise<void> {
  await trx.updateTable('updates').set({ content, entry_id: entry }).where('catch_id', '=', catchId).execute()
}

export async function deleteWeighIn(trx: Trx, catchId: CatchId): Promise<void> {
  await trx.deleteFrom('updates').where('catch_id', '=', catchId).execute()
}

const latestIds = (db: Db, tournament: TournamentId, size: number) =>
  db
    .selectFrom('updates')
    .select('id')
    .where('tournament_id', '=', tournament)
    .$call(newestFirst('created_at', 'id', fromTheNewest, size))

/** Returns the ids of the author's latest updates. */
export async function listUpdatesBy(db: Db, tournament: TournamentId, author: UserId): Promise<UpdateId[]> {
  const updates = latestIds(db, tournament, limits.updatesPageMax).where('author_id', '=', author)
  return (await updates.execute()).map(({ id }) => id)
}

/** Returns the ids of the latest updates of weigh-ins. */
export async function listWeighInUpdates(db: Db, tournament: TournamentId): Promise<UpdateId[]> {
  const updates = latestIds(db, tournament, limits.organiserViewCatches).where('catch_id', 'is not', null)
  return (await updates.execute()).map(({ id }) => id)
}
