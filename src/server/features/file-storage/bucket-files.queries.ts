import type { Database } from 'bun:sqlite'
import { sql } from 'kysely'
import { inBatches } from '#server/db/batches.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { BucketFile, BucketStateTable } from './bucket-files.table.ts'

/** Undefined: not in a bucket, or to be deleted there. */
export const findBucketFile = (db: Db, path: string): Promise<BucketFile | undefined> =>
  db
    .selectFrom('bucket_files')
    .selectAll()
    .where('path', '=', path)
    .where('drop_at', 'is', null)
    .executeTakeFirst()

/** False before the migration that made the table. */
export const hasBucketFiles = (database: Database): boolean =>
  database.query(`select 1 from sqlite_master where type = 'table' and name = 'bucket_files'`).get() !== null

const rowsAtOnce = 200

/** By path, in batches. */
export const listBucketFiles = (db: Db): AsyncGenerator<BucketFile[]> =>
  inBatches(rowsAtOnce, last =>
    db
      .selectFrom('bucket_files')
      .selectAll()
      .where('drop_at', 'is', null)
      .where('path', '>', last?.path ?? '')
      .orderBy('path')
      .limit(rowsAtOnce)
      .execute(),
  )

/** Also those where objects wait to be deleted. */
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

/** Of neither a video, without those whose files are deleted, nor a picture. */
const isOrphan = sql<boolean>`
  not exists (select 1 from crew_videos
    where crew_videos.id = bucket_files.owner_id and crew_videos.refusal is null)
  and not exists (select 1 from images where images.id = bucket_files.owner_id)`

/** Of a video or picture that was deleted meanwhile, the object is deleted too. */
export async function recordBucketFile(
  trx: Trx,
  file: Omit<BucketFile, 'drop_at'>,
  now: number,
): Promise<void> {
  await trx
    .insertInto('bucket_files')
    .values({ ...file, drop_at: null })
    .onConflict(conflict => conflict.column('path').doUpdateSet({ ...file, drop_at: null }))
    .execute()
  await trx
    .updateTable('bucket_files')
    .set({ drop_at: now })
    .where('path', '=', file.path)
    .where(isOrphan)
    .execute()
}

/** @returns those without a row */
export async function unknownPaths(db: Db, paths: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('bucket_files').select('path').where('path', 'in', paths).execute()
  const known = new Set(rows.map(({ path }) => path))
  return paths.filter(path => !known.has(path))
}

/** Objects that belong to nothing. */
export async function insertOrphans(
  trx: Trx,
  place: string,
  paths: readonly string[],
  dropAt: number,
): Promise<void> {
  const row = { owner_id: '', place, size_bytes: 0, modified_at: 0, sha256: '', drop_at: dropAt }
  for (const path of paths)
    await trx
      .insertInto('bucket_files')
      .values({ path, ...row })
      .onConflict(conflict => conflict.column('path').doNothing())
      .execute()
}

export async function dropBucketFile(trx: Trx, path: string, dropAt: number): Promise<void> {
  await trx.updateTable('bucket_files').set({ drop_at: dropAt }).where('path', '=', path).execute()
}

export async function dropBucketFilesOf(trx: Trx, owners: readonly string[], dropAt: number): Promise<void> {
  // SQLite's variable limit.
  for (let at = 0; at < owners.length; at += 500)
    await trx
      .updateTable('bucket_files')
      .set({ drop_at: dropAt })
      .where('owner_id', 'in', owners.slice(at, at + 500))
      .execute()
}

/** @returns those whose video or picture is gone */
export async function orphanedPaths(db: Db, paths: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('bucket_files')
    .select('path')
    .where('path', 'in', paths)
    .where(isOrphan)
    .execute()
  return rows.map(({ path }) => path)
}

/** Of these, the ones whose video or picture is gone. */
export async function dropOrphans(trx: Trx, paths: readonly string[], dropAt: number): Promise<void> {
  await trx
    .updateTable('bucket_files')
    .set({ drop_at: dropAt })
    .where('path', 'in', paths)
    .where('drop_at', 'is', null)
    .where(isOrphan)
    .execute()
}

/** Oldest first. */
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

export async function forgetDropped(trx: Trx, path: string): Promise<void> {
  await trx.deleteFrom('bucket_files').where('path', '=', path).where('drop_at', 'is not', null).execute()
}

export type BucketState = Omit<BucketStateTable, 'id'>

export async function readBucketState(db: Db): Promise<BucketState> {
  const state = await db
    .selectFrom('bucket_state')
    .select(['waiting', 'failing_since', 'reason'])
    .executeTakeFirst()
  return state ?? { waiting: 0, failing_since: null, reason: null }
}

export async function writeBucketState(trx: Trx, state: BucketState): Promise<void> {
  await trx
    .insertInto('bucket_state')
    .values({ id: 1, ...state })
    .onConflict(conflict => conflict.column('id').doUpdateSet(state))
    .execute()
}
