import { sql } from 'kysely'
import { inBatches } from '#server/db/batches.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import { hasRow } from '#server/db/rows.ts'
import type { BucketFile } from './bucket-files.table.ts'

/** Returns the row, or undefined if the file is not in a bucket, or to be deleted there. */
export const findBucketFile = (db: Db, path: string): Promise<BucketFile | undefined> =>
  db
    .selectFrom('bucket_files')
    .selectAll()
    .where('path', '=', path)
    .where('drop_at', 'is', null)
    .executeTakeFirst()

const rowsAtOnce = 200

/** Folder of files that can be made again. */
export const passingFolder = 'exports/'

/** Yields the bucket's files by path, in batches. Leaves out those that can be made again. */
export const listBucketFiles = (db: Db): AsyncGenerator<BucketFile[]> =>
  inBatches(rowsAtOnce, last =>
    db
      .selectFrom('bucket_files')
      .selectAll()
      .where('drop_at', 'is', null)
      .where('path', '>', last?.path ?? '')
      .where('path', 'not like', `${passingFolder}%`)
      .orderBy('path')
      .limit(rowsAtOnce)
      .execute(),
  )

/** Returns all places, including those where objects wait to be deleted. */
export async function listPlaces(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('bucket_files').select('place').distinct().execute()
  return rows.map(({ place }) => place)
}

export const countBucketFiles = (db: Db): Promise<{ place: string; files: number; bytes: number }[]> =>
  db
    .selectFrom('bucket_files')
    .select(({ fn }) => [
      'place',
      fn.countAll<number>().as('files'),
      fn.sum<number>('size_bytes').as('bytes'),
    ])
    .where('drop_at', 'is', null)
    .groupBy('place')
    .execute()

/**
 * Notes an object that is about to be stored: it is deleted at `dropAt` unless {@link recordBucketFile} follows.
 * Has no effect on a file that is stored.
 */
export async function expectBucketFile(
  trx: Trx,
  file: Pick<BucketFile, 'path' | 'owner_id' | 'place'>,
  dropAt: number,
): Promise<void> {
  const expected = { ...file, drop_at: dropAt }
  await trx
    .insertInto('bucket_files')
    .values({ ...expected, size_bytes: 0, modified_at: 0, sha256: '' })
    .onConflict(conflict =>
      conflict.column('path').doUpdateSet(expected).where('bucket_files.drop_at', 'is not', null),
    )
    .execute()
}

export async function recordBucketFile(trx: Trx, file: Omit<BucketFile, 'drop_at'>): Promise<void> {
  await trx
    .insertInto('bucket_files')
    .values({ ...file, drop_at: null })
    .onConflict(conflict => conflict.column('path').doUpdateSet({ ...file, drop_at: null }))
    .execute()
}

export async function dropBucketFile(trx: Trx, path: string, dropAt: number): Promise<void> {
  await trx.updateTable('bucket_files').set({ drop_at: dropAt }).where('path', '=', path).execute()
}

export async function dropBucketFilesOf(trx: Trx, owners: readonly string[], dropAt: number): Promise<void> {
  await trx
    .updateTable('bucket_files')
    .set({ drop_at: dropAt })
    .where('owner_id', 'in', anyOf(owners))
    .execute()
}

const orphansAtOnce = 2000

/**
 * Marks objects for deletion whose video, picture or data export is deleted.
 * @param before the row of a younger file may not be committed yet
 */
export async function dropOrphans(trx: Trx, before: number, now: number): Promise<void> {
  const orphans = trx
    .selectFrom('bucket_files')
    .select('path')
    .where('drop_at', 'is', null)
    .where('modified_at', '<', before)
    .where(
      sql<boolean>`
        not exists (select 1 from crew_videos
          where crew_videos.id = bucket_files.owner_id and crew_videos.refusal is null)
        and not exists (select 1 from images where images.id = bucket_files.owner_id)
        and not exists (select 1 from data_exports where data_exports.id = bucket_files.owner_id)`,
    )
    .limit(orphansAtOnce)
  await trx.updateTable('bucket_files').set({ drop_at: now }).where('path', 'in', orphans).execute()
}

/** Yields dropped files, oldest first. */
export const listDropped = (db: Db, until: number): AsyncGenerator<BucketFile[]> =>
  inBatches(rowsAtOnce, last =>
    db
      .selectFrom('bucket_files')
      .selectAll()
      .where('drop_at', '<=', until)
      .$if(last !== undefined, query =>
        query.where(sql<boolean>`(drop_at, path) > (${last?.drop_at}, ${last?.path})`),
      )
      .orderBy('drop_at')
      .orderBy('path')
      .limit(rowsAtOnce)
      .execute(),
  )

/** Returns whether a file is still to be deleted: it may have been stored again. */
export const isDropped = (db: Db, path: string, until: number): Promise<boolean> =>
  hasRow(db.selectFrom('bucket_files').select('path').where('path', '=', path).where('drop_at', '<=', until))

export async function forgetDropped(trx: Trx, path: string): Promise<void> {
  await trx.deleteFrom('bucket_files').where('path', '=', path).where('drop_at', 'is not', null).execute()
}
