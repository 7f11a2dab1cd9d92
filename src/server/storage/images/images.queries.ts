import { sql } from 'kysely'
import type { Issue } from '#contract/errors.ts'
import { type ImageId, isId, type UserId } from '#contract/ids.ts'
import { imageTexts } from '#contract/images.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import { invalid } from '#server/http/errors.ts'

/** Returns an issue unless the person owns the picture. @param id not validated */
export async function imageIssues(db: Db, id: unknown, owner: UserId | undefined): Promise<Issue[]> {
  if (id === null || id === undefined) return []
  const image = isId<'image'>(id)
    ? await db.selectFrom('images').select('owner_id').where('id', '=', id).executeTakeFirst()
    : undefined
  return image !== undefined && image.owner_id === owner
    ? []
    : [{ path: 'imageId', message: imageTexts.unknown }]
}

/** @throws ApiError 400 */
export async function checkOwnImage(db: Db, id: ImageId | null | undefined, owner: UserId): Promise<void> {
  const issues = await imageIssues(db, id, owner)
  if (issues.length > 0) throw invalid(issues)
}

/** Lists up to `limit` pictures, ordered by id. */
export const listOldImages = (
  db: Db,
  { after, createdBefore, limit }: { after: string; createdBefore: number; limit: number },
): Promise<{ id: ImageId }[]> =>
  db
    .selectFrom('images')
    .select('id')
    .where(sql<boolean>`id > ${after}`)
    .where('created_at', '<', createdBefore)
    .orderBy('id')
    .limit(limit)
    .execute()

/** @returns deleted ids */
export async function deleteUnusedImages(trx: Trx, ids: readonly ImageId[]): Promise<ImageId[]> {
  const rows = await trx
    .deleteFrom('images')
    .where('id', 'in', anyOf(ids))
    .where(
      sql<boolean>`not exists (select 1 from boats where boats.image_id = images.id)
        and not exists (select 1 from updates where updates.image_id = images.id)
        and not exists (select 1 from crew_videos where crew_videos.poster_image_id = images.id)
        and not exists (select 1 from branding where branding.logo_id = images.id)`,
    )
    // A profile picture is stored as its address in the owner's metadata.
    .where(
      sql<boolean>`not exists (select 1 from users where users.id = images.owner_id
        and users.metadata like '%' || images.id || '%')`,
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function knownImages(db: Db, ids: readonly ImageId[]): Promise<Set<string>> {
  const rows = await db.selectFrom('images').select('id').where('id', 'in', anyOf(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}
