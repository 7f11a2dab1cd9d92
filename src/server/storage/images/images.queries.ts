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

/** @returns deleted ids, and the cursor; '' at the end */
export async function deleteUnusedImages(
  trx: Trx,
  { after, createdBefore, limit }: { after: string; createdBefore: number; limit: number },
): Promise<{ ids: ImageId[]; last: string }> {
  const batch = await trx
    .selectFrom('images')
    .select('id')
    .where(sql<boolean>`id > ${after}`)
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = batch.length < limit ? '' : (batch.at(-1)?.id ?? '')
  const upTo = batch.at(-1)?.id ?? ''
  const rows = await trx
    .deleteFrom('images')
    .where(sql<boolean>`id > ${after} and id <= ${upTo}`)
    .where('created_at', '<', createdBefore)
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
  return { ids: rows.map(({ id }) => id), last }
}

export async function knownImages(db: Db, ids: readonly ImageId[]): Promise<Set<string>> {
  const rows = await db.selectFrom('images').select('id').where('id', 'in', anyOf(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}
