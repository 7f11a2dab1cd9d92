import { type BoatId, newId, type UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { BoatRow } from './boats.table.ts'

const noBoat = () => notFound('There is no such boat.')

/** @throws ApiError 404 */
export async function getBoat(db: Db, id: BoatId): Promise<BoatRow> {
  const boat = await db.selectFrom('boats').selectAll().where('id', '=', id).executeTakeFirst()
  if (!boat) throw noBoat()
  return boat
}

interface BoatsPage {
  size: number
  /** Exclusive. */
  before: BoatId | undefined
  owner?: { is: boolean; person: UserId } | undefined
}

/** Newest first. */
export function listBoats(db: Db, { size, before, owner }: BoatsPage): Promise<BoatRow[]> {
  return db
    .selectFrom('boats')
    .selectAll()
    .$if(before !== undefined, select => (before === undefined ? select : select.where('id', '<', before)))
    .$if(owner !== undefined, select =>
      owner === undefined ? select : select.where('owner_id', owner.is ? '=' : '!=', owner.person),
    )
    .orderBy('id', 'desc')
    .limit(size)
    .execute()
}

type OwnColumn = Exclude<keyof BoatRow, 'id' | 'owner_id' | 'created_at'>
type BoatColumns = { [Name in OwnColumn]?: BoatRow[Name] | undefined }
type NewBoatColumns = BoatColumns & Pick<BoatRow, 'name' | 'captain_name'>

export function insertBoat(trx: Trx, owner: UserId, columns: NewBoatColumns, now: number): Promise<BoatRow> {
  return trx
    .insertInto('boats')
    .values({ id: newId<'boat'>(), owner_id: owner, ...columns, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateBoat(trx: Trx, id: BoatId, columns: BoatColumns): Promise<BoatRow> {
  return trx.updateTable('boats').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
