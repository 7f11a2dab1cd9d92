import { sql } from 'kysely'
import {
  type CatchId,
  type EntryId,
  type ImageId,
  newId,
  type TournamentId,
  type UpdateId,
  type UserId,
} from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { compareRow } from '#server/db/row-order.ts'
import { notFound } from '#server/http/errors.ts'
import type { Position } from '#server/http/paging.ts'
import type { UpdateRow } from './updates.table.ts'

/** Newest first, without withdrawn entries and banned authors. */
export function listUpdates(
  db: Db,
  size: number,
  after: Position,
  tournament: TournamentId | undefined,
): Promise<UpdateRow[]> {
  return db
    .selectFrom('updates')
    .innerJoin('entries', 'entries.id', 'updates.entry_id')
    .selectAll('updates')
    .where(compareRow(['updates.created_at', 'updates.id'], '<', [after.at, after.id]))
    .$if(tournament !== undefined, select =>
      tournament === undefined ? select : select.where('updates.tournament_id', '=', tournament),
    )
    .where('entries.withdrawn_at', 'is', null)
    .where(sql<boolean>`not exists (
      select 1 from users where users.id = updates.author_id and users.banned_at is not null)`)
    .orderBy('updates.created_at', 'desc')
    .orderBy('updates.id', 'desc')
    .limit(size)
    .execute()
}

/** @throws ApiError 404 */
export async function getUpdate(db: Db, id: UpdateId): Promise<UpdateRow> {
  const update = await db.selectFrom('updates').selectAll().where('id', '=', id).executeTakeFirst()
  if (!update) throw noUpdate()
  return update
}

export const noUpdate = () => notFound('There is no such update.')

export interface NewUpdate {
  entry: { id: EntryId; tournament_id: TournamentId }
  author: UserId
  content: string
  location?: string | null
  image?: ImageId | null
  caught?: CatchId
}

export function insertUpdate(trx: Trx, update: NewUpdate, now: number): Promise<UpdateRow> {
  return trx
    .insertInto('updates')
    .values({
      id: newId<'update'>(),
      entry_id: update.entry.id,
      tournament_id: update.entry.tournament_id,
      author_id: update.author,
      catch_id: update.caught ?? null,
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

export async function correctWeighIn(trx: Trx, caught: CatchId, content: string): Promise<void> {
  await trx.updateTable('updates').set({ content }).where('catch_id', '=', caught).execute()
}

export async function deleteWeighIn(trx: Trx, caught: CatchId): Promise<void> {
  await trx.deleteFrom('updates').where('catch_id', '=', caught).execute()
}

export async function listWeighInUpdates(db: Db, tournament: TournamentId): Promise<UpdateId[]> {
  const rows = await db
    .selectFrom('updates')
    .select('id')
    .where('tournament_id', '=', tournament)
    .where('catch_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
