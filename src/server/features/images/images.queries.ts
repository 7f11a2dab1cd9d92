import type { ImageId, UserId } from '#contract/ids.ts'
import { imageTexts } from '#contract/images.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { invalid } from '#server/http/errors.ts'
import type { ImagesTable } from './images.table.ts'

export interface Usage {
  count: number
  bytes: number
  /** When the oldest picture of the window was added. */
  oldest: number | null
}

/** What one person has added since `since`. */
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

export async function insertImage(trx: Trx, image: ImagesTable): Promise<void> {
  await trx.insertInto('images').values(image).execute()
}

/** Nobody shows another's picture as their own. @throws ApiError 400 at `imageId` */
export async function checkOwnImage(db: Db, id: ImageId | null | undefined, owner: UserId): Promise<void> {
  if (id === null || id === undefined) return
  const image = await db.selectFrom('images').select('owner_id').where('id', '=', id).executeTakeFirst()
  if (image?.owner_id !== owner) throw invalid([{ path: 'imageId', message: imageTexts.unknown }])
}
