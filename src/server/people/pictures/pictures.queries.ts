import type { UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Usage } from './pictures.rules.ts'

export async function usageSince(db: Db, owner: UserId, since: number): Promise<Usage> {
  const row = await db
    .selectFrom('images')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('size_bytes').as('bytes'),
      fn.min<number | null>('created_at').as('oldest'),
    ])
    .where('owner_id', '=', owner)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return { count: row.count, bytes: row.bytes ?? 0, oldest: row.oldest }
}

export async function insertPicture(trx: Trx, picture: Tables['images']): Promise<void> {
  await trx.insertInto('images').values(picture).execute()
}
