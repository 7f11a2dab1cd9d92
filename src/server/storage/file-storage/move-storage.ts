import { rm, rmdir, utimes } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'
import type { S3Error } from '#server/storage/s3/s3-client.ts'
import { dropBucketFile, listBucketFiles, listPlaces, recordBucketFile } from './bucket-files.queries.ts'
import { dropObjects, type Needs, tryEach } from './drop-objects.ts'
import { type FinishedFile, moveIn } from './file-storage.ts'
import { makeOurs, requireOurs } from './installation.ts'
import { sendFile } from './send-file.ts'

/** Lists the finished files on the disk. */
export type FinishedFiles = (needs: { db: Db; env: Pick<Env, 'dataDir'> }) => AsyncIterable<FinishedFile>

export interface MoveResult {
  movedCount: number
  /** Number of files still to be moved. */
  remainingCount: number
  /** The first. */
  failure: S3Error | null
}

/*
 * Both require that no server runs. Each file is in one place from its commit on: a kill leaves it where it was, or
 * where it goes to, and the next run continues.
 */

/** Moves all finished files to a bucket. @throws S3Error when it is away */
export async function moveToBucket(
  { db, env, files }: Needs,
  place: string,
  sources: readonly FinishedFiles[],
  onMoved: (count: number) => void = () => {},
): Promise<MoveResult> {
  const bucket = files.bucket(place)
  await requireOurs(bucket, { db, env })
  const finishedFiles: FinishedFile[] = []
  for (const source of sources) for await (const file of source({ db, env })) finishedFiles.push(file)
  let count = 0
  const failure = await tryEach(finishedFiles, bucket, async ({ path, owner }) => {
    const local = files.localPath(path)
    const copy = await sendFile(bucket, path, local)
    await inTransaction(db, trx => recordBucketFile(trx, { path, owner_id: owner, ...copy }))
    await rm(local)
    // Removes the directory only if it is empty.
    if (basename(dirname(local)) === owner) await rmdir(dirname(local)).catch(() => {})
    onMoved(++count)
  })
  return { movedCount: count, remainingCount: finishedFiles.length - count, failure }
}

/** Moves all files from buckets to the disk. @throws S3Error when a bucket is away, ApiError 507 */
export async function moveToDisk(
  needs: Needs,
  onMoved: (count: number) => void = () => {},
): Promise<MoveResult> {
  const { db, files, now } = needs
  let count = 0
  let total = 0
  let failure: S3Error | null = null
  await requireBuckets(needs)
  for await (const rows of listBucketFiles(db)) {
    for (const [place, those] of Map.groupBy(rows, row => row.place))
      failure ??= await tryEach(those, files.bucket(place), async file => {
        const copy = await files.fetch(file)
        // The file's version, which is its ETag, stays the same.
        await utimes(copy, file.modified_at / 1000, file.modified_at / 1000)
        await moveIn(copy, files.localPath(file.path))
        await inTransaction(db, trx => dropBucketFile(trx, file.path, now()))
        onMoved(++count)
      })
    total += rows.length
  }
  return { movedCount: count, remainingCount: total - count, failure: failure ?? (await dropObjects(needs)) }
}

async function placesOf({ db, env }: Needs): Promise<string[]> {
  const places = new Set(await listPlaces(db))
  if (env.storage !== null) places.add(env.storage.text)
  return [...places]
}

/**
 * Checks that the buckets are this installation's, also when it moved from `DATA_DIR` to a database.
 * @throws S3Error when one belongs to another installation
 */
export async function requireBuckets(needs: Needs): Promise<void> {
  for (const place of await placesOf(needs)) await requireOurs(needs.files.bucket(place), needs)
}

/**
 * Makes the buckets those of this installation, which stores and deletes files there from now on.
 * @returns their places @throws S3Error
 */
export async function takeBuckets(needs: Needs): Promise<readonly string[]> {
  const places = await placesOf(needs)
  for (const place of places) await makeOurs(needs.files.bucket(place), needs)
  return places
}
