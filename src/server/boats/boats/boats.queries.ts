import { type ExpressionBuilder, sql } from 'kysely'
import type { boatChange, newBoat } from '#contract/boats/boats.ts'
import { type BoatId, newId, type UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { boatsMatching } from '#server/db/dialect.ts'
import { countRows } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import { notFound } from '#server/http/errors.ts'
import { paramId } from '#server/http/param-id.ts'
import type { BoatRow } from './boats.table.ts'

const noBoat = () => notFound('There is no such boat.')

/** Returns the boat's id in a path. @throws ApiError 404 when malformed */
export const boatIdOf = (param: string | undefined): BoatId => paramId<'boat'>(param, noBoat().message)

/** @throws ApiError 404 */
export async function getBoat(db: Db, id: BoatId): Promise<BoatRow> {
  const boat = await db.selectFrom('boats').selectAll().where('id', '=', id).executeTakeFirst()
  if (!boat) throw noBoat()
  return boat
}

/** Columns that signed-in people read. */
const columns = ['id', 'name', 'captain_name', 'description', 'image_id', 'owner_id'] as const
export type ShownBoat = Pick<BoatRow, (typeof columns)[number]>

interface BoatsPage {
  size: number
  /** Exclusive bound. */
  before: BoatId | undefined
  /** The viewer's boats, or those of others, with those that the viewer entered for their captains. */
  mine: boolean | undefined
  /** Words of the boat's or the captain's name. */
  search?: string | undefined
}

/** An organiser entered it. A withdrawal leaves it to the organiser, since it ends the captain's link. */
const awaitsCaptain = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'boats'>) =>
  exists(
    selectFrom('entries')
      .select('entries.id')
      .whereRef('entries.boat_id', '=', 'boats.id')
      // As in the index `entries_awaiting`.
      .where('awaits_captain', '=', sql.lit(1))
      .where('withdrawn_at', 'is', null),
  )

/** The viewer owns it, and its captain isn't awaited. */
export const isOwnBoat = (viewer: UserId) => (where: ExpressionBuilder<Tables, 'boats'>) =>
  where.and([where('owner_id', '=', viewer), where.not(awaitsCaptain(where))])

/** Counts a person's own boats. */
export const countOwnBoats = (db: Db, person: UserId): Promise<number> =>
  countRows(db.selectFrom('boats').where(isOwnBoat(person)))

/** Returns boats, newest first. */
export function listBoats(
  db: Db,
  viewer: UserId,
  { size, before, mine, search = '' }: BoatsPage,
): Promise<ShownBoat[]> {
  let boats = db.selectFrom('boats').select(columns)
  if (before !== undefined) boats = boats.where('id', '<', before)
  if (mine !== undefined)
    boats = boats.where(where => (mine ? isOwnBoat(viewer)(where) : where.not(isOwnBoat(viewer)(where))))
  if (search.trim() !== '') boats = boats.where('id', 'in', boatsMatching(search))
  return boats.orderBy('id', 'desc').limit(size).execute()
}

/** Kysely leaves out columns that are undefined. */
const columnsOf = ({ captainName, description, imageId }: typeof boatChange.infer) => ({
  captain_name: captainName,
  description,
  image_id: imageId,
})

export function insertBoat(
  trx: Trx,
  owner: UserId,
  fields: typeof newBoat.infer,
  now: number,
  key: string | null = null,
): Promise<ShownBoat> {
  const { name, captainName } = fields
  return trx
    .insertInto('boats')
    .values({
      ...columnsOf(fields),
      id: newId<'boat'>(),
      owner_id: owner,
      name,
      captain_name: captainName,
      created_at: now,
      idempotency_key: key,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** @param key of the request that added it */
export const findAddedBoat = (trx: Trx, owner: UserId, key: string): Promise<ShownBoat | undefined> =>
  trx
    .selectFrom('boats')
    .select(columns)
    .where('owner_id', '=', owner)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

export function updateBoat(trx: Trx, boat: BoatRow, fields: typeof boatChange.infer): Promise<ShownBoat> {
  return trx
    .updateTable('boats')
    .set({ ...columnsOf(fields), name: fields.name ?? boat.name })
    .where('id', '=', boat.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}
