import { rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import { HeldError, holdDirectory } from '#server/db/hold.ts'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import { type S3Client, S3Error } from '#server/s3/s3-client.ts'
import {
  dropBucketFile,
  dropOrphans,
  findBucketFile,
  forgetDropped,
  insertOrphans,
  listBucketFiles,
  listDropped,
  listPlaces,
  orphanedPaths,
  readBucketState,
  recordBucketFile,
  unknownPaths,
  writeBucketState,
} from './bucket-files.queries.ts'
import { type FileStorage, statFile } from './file-storage.ts'
import { makeOurs, requireOurs } from './installation.ts'

/** A file that nothing changes any more. */
export interface FinishedFile {
  /** Below `uploads/`. */
  path: string
  /** The video or picture. */
  owner: string
}

/** Lists the finished files on the disk. */
export type FinishedFiles = (needs: { db: Db; env: Env }) => AsyncIterable<FinishedFile>

interface Needs {
  db: Db
  env: Env
  files: FileStorage
  now: () => number
}

/** Milliseconds; as long as orphaned files on the disk. */
const quarantineLifetime = 14 * day

const namesAtOnce = 200

/** Objects without a row that one sweep takes; the next one goes on. */
const orphansAtOnce = 2000

/** Others may have files in the same bucket. */
function isOurs(name: string): boolean {
  const [, video, picture] =
    /^(?:videos\/stored\/([^/]+)\/(?:original|web|h264|poster)|images\/([^/]+)\.webp)$/.exec(name) ?? []
  return isId(video ?? picture)
}

/** Null: another process moves files. */
async function alone<T>({ env }: Needs, work: () => Promise<T>): Promise<T | null> {
  let release: () => void
  try {
    release = holdDirectory(join(env.dataDir, 'db'), 'storage.lock', 0)
  } catch (error) {
    if (error instanceof HeldError) return null
    throw error
  }
  try {
    return await work()
  } finally {
    release()
  }
}

export interface Moved {
  moved: number
  /** To be moved. */
  left: number
  /** The first, of a move or a deletion. */
  failure: S3Error | null
}

/**
 * Moves the finished files from the disk to the bucket of STORAGE, and deletes what was dropped in buckets. The first
 * failure is stored for the checklist. Idempotent. @returns null while another process moves files
 */
export function moveToBucket(
  needs: Needs,
  sources: readonly FinishedFiles[],
  onMoved: (moved: number, all: number) => void = () => {},
): Promise<Moved | null> {
  const { db, env, files, now } = needs
  return alone(needs, async () => {
    const waiting = env.storage === null ? [] : await listAll(needs, sources)
    let moved = 0
    const moveAll = async ({ text: place }: { text: string }) => {
      const bucket = files.bucket(place)
      // Also notices a bucket that is away, without a file to move.
      await requireOurs(bucket, env.dataDir)
      return eachAlone(waiting, bucket, async file => {
        await moveFile(needs, bucket, file)
        onMoved(++moved, waiting.length)
      })
    }
    const { storage } = env
    const unmoved = storage === null ? null : await failureOf(() => moveAll(storage))
    const undeleted = await dropObjects(needs)
    const failure = unmoved ?? undeleted
    const left = waiting.length - moved
    await noteState(left, failure)
    return { moved, left, failure }
  })

  async function noteState(left: number, failure: S3Error | null): Promise<void> {
    const before = await readBucketState(db)
    const state =
      failure === null
        ? { waiting: left, failing_since: null, reason: null }
        : { waiting: left, failing_since: before.failing_since ?? now(), reason: failure.message }
    if (Bun.deepEquals(before, state)) return
    await inTransaction(db, trx => writeBucketState(trx, state))
  }
}

async function failureOf(work: () => Promise<S3Error | null>): Promise<S3Error | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof S3Error) return error
    throw error
  }
}

/** One that fails doesn't stop the others while the bucket answers. @returns the first failure @throws S3Error */
async function eachAlone<T>(
  all: readonly T[],
  bucket: S3Client,
  work: (one: T) => Promise<void>,
): Promise<S3Error | null> {
  let failure: S3Error | null = null
  for (const one of all)
    try {
      await work(one)
    } catch (error) {
      if (!(error instanceof S3Error)) throw error
      await bucket.ping()
      failure ??= error
    }
  return failure
}

async function listAll(needs: Needs, sources: readonly FinishedFiles[]): Promise<FinishedFile[]> {
  const all: FinishedFile[] = []
  for (const source of sources) for await (const file of source(needs)) all.push(file)
  return all
}

/** The disk's copy goes when the bucket has the same bytes, and its row is committed. @throws S3Error */
async function moveFile(
  { db, files, now }: Needs,
  bucket: S3Client,
  { path, owner }: FinishedFile,
): Promise<void> {
  const local = files.localPath(path)
  const before = await statFile(local)
  if (before === null) return
  const content = await hashesOf(local)
  const known = await findBucketFile(db, path)
  const isKnown = known?.place === bucket.text && known.sha256 === content.sha256
  if (!isKnown || !(await isStored(bucket, path, before.size, content))) {
    await bucket.upload(path, { path: local, size: before.size, md5: content.md5.toString('base64') })
    if (!(await isStored(bucket, path, before.size, content)))
      throw new S3Error(`${bucket.text}/${path} differs from what was sent.`)
  }
  await inTransaction(db, trx =>
    recordBucketFile(
      trx,
      {
        path,
        owner_id: owner,
        place: bucket.text,
        size_bytes: before.size,
        modified_at: before.modifiedAt,
        sha256: content.sha256,
      },
      now(),
    ),
  )
  if (Bun.deepEquals(await statFile(local), before)) await rm(local)
  // Empty ones only.
  if (basename(dirname(local)) === owner) await rmdir(dirname(local)).catch(() => {})
}

interface Content {
  md5: Buffer
  /** Hex. */
  sha256: string
}

async function hashesOf(path: string): Promise<Content> {
  const md5 = new Bun.CryptoHasher('md5')
  const sha256 = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) {
    md5.update(chunk)
    sha256.update(chunk)
  }
  return { md5: md5.digest(), sha256: sha256.digest('hex') }
}

/** Bytes read at once where the service's tag isn't the content's MD5. */
const comparedAtOnce = 4_194_304

async function isStored(bucket: S3Client, path: string, size: number, content: Content): Promise<boolean> {
  const there = await bucket.head(path)
  if (there?.size !== size) return false
  if (there.etag === content.md5.toString('hex')) return true
  const hash = new Bun.CryptoHasher('sha256')
  for (let at = 0; at < size; at += comparedAtOnce)
    hash.update((await bucket.readPart(path, at, Math.min(size, at + comparedAtOnce))) ?? '')
  return hash.digest('hex') === content.sha256
}

/** Deletes what is due. A place or object that fails doesn't stop the others. @returns the first failure */
async function dropObjects({ db, env, files, now }: Needs): Promise<S3Error | null> {
  const failures = new Map<string, S3Error>()
  for await (const due of listDropped(db, now()))
    for (const [place, those] of Map.groupBy(due, row => row.place)) {
      if (failures.has(place)) continue
      const failure = await failureOf(async () => {
        const bucket = files.bucket(place)
        await requireOurs(bucket, env.dataDir)
        return eachAlone(those, bucket, async ({ path }) => {
          await bucket.remove(path)
          await inTransaction(db, trx => forgetDropped(trx, path))
        })
      })
      if (failure !== null) failures.set(place, failure)
    }
  return [...failures.values()][0] ?? null
}

/**
 * Moves all files from buckets to the disk, while STORAGE names none. An object goes 14 days after its file is there.
 * Idempotent. @returns null while another process moves files @throws S3Error when the bucket is away, ApiError 507
 */
export function moveToDisk(needs: Needs, onMoved: (moved: number) => void = () => {}): Promise<Moved | null> {
  const { db, files, now } = needs
  return alone(needs, async () => {
    let moved = 0
    let seen = 0
    let failure: S3Error | null = null
    for await (const rows of listBucketFiles(db)) {
      for (const [place, those] of Map.groupBy(rows, row => row.place))
        failure =
          (await eachAlone(those, files.bucket(place), async ({ path }) => {
            await files.localCopy(path)
            // Older backups may name the bucket alone.
            await inTransaction(db, trx => dropBucketFile(trx, path, now() + quarantineLifetime))
            onMoved(++moved)
          })) ?? failure
      seen += rows.length
    }
    const undeleted = await dropObjects(needs)
    return { moved, left: seen - moved, failure: failure ?? undeleted }
  })
}

/**
 * From then on this installation moves and deletes files in its buckets. @returns their places, null while another process
 * moves files @throws S3Error
 */
export function takeBuckets(needs: Needs): Promise<readonly string[] | null> {
  const { db, env, files } = needs
  return alone(needs, async () => {
    const places = new Set(await listPlaces(db))
    if (env.storage !== null) places.add(env.storage.text)
    for (const place of places) await makeOurs(files.bucket(place), env.dataDir)
    return [...places]
  })
}

export interface SweptObjects {
  /** To be deleted in 14 days. */
  orphans: number
  /** Orphans left alone, because they are more than a tenth of all objects. */
  heldBack: number
}

export const objectsHeldBackText = (objects: number, place: string) =>
  `${objects} objects in ${place} have no row in the database, more than a tenth of all: none was swept. Is this the right database, and the right place? If so, run "bun run admin sweep-uploads --force".`

/**
 * Has objects deleted in 14 days whose video or picture is gone, and those in the bucket of STORAGE without a row, such
 * as after the restore of an older database. Younger ones than a day may be about to get a row.
 * @returns null while another process moves files @throws S3Error
 */
export function sweepBucket(needs: Needs, force: boolean): Promise<SweptObjects | null> {
  const { storage } = needs.env
  return alone(needs, async () => {
    await sweepRows(needs)
    return storage === null ? { orphans: 0, heldBack: 0 } : sweepObjects(needs, storage.text, force)
  })
}

async function sweepRows({ db, now }: Needs): Promise<void> {
  for await (const rows of listBucketFiles(db)) {
    const orphans = await orphanedPaths(
      db,
      rows.map(({ path }) => path),
    )
    if (orphans.length > 0)
      await inTransaction(db, trx => dropOrphans(trx, orphans, now() + quarantineLifetime))
  }
}

async function sweepObjects(
  { db, env, files, now }: Needs,
  place: string,
  force: boolean,
): Promise<SweptObjects> {
  const bucket = files.bucket(place)
  await requireOurs(bucket, env.dataDir)
  const found: string[] = []
  let [all, orphans] = [0, 0]
  for (const folder of ['videos/stored', 'images']) {
    let batch: string[] = []
    const look = async () => {
      const unknown = batch.length === 0 ? [] : await unknownPaths(db, batch)
      orphans += unknown.length
      found.push(...unknown.slice(0, orphansAtOnce - found.length))
      batch = []
    }
    for await (const { name, modifiedAt } of bucket.list(folder)) {
      if (!isOurs(name)) continue
      all += 1
      if (modifiedAt < now() - day && batch.push(name) >= namesAtOnce) await look()
    }
    await look()
  }
  if (!force && orphans > Math.max(1, all / 10)) return { orphans: 0, heldBack: orphans }
  await inTransaction(db, trx => insertOrphans(trx, place, found, now() + quarantineLifetime))
  return { orphans: found.length, heldBack: 0 }
}

/** Runs {@link moveToBucket}, and says in the log when the bucket stops answering, and when it answers again. */
export function moveFilesJob(
  sources: readonly FinishedFiles[],
): (deps: Needs & { log: Log }) => Promise<void> {
  let failing = false
  return async deps => {
    const result = await moveToBucket(deps, sources)
    if (result === null) return
    const { failure, left } = result
    if (failure !== null && !failing)
      deps.log.warn('the bucket of STORAGE is away; files wait on this disk', {
        reason: failure.message,
        waiting: left,
      })
    if (failure === null && failing) deps.log.info('the bucket of STORAGE answers again', { waiting: left })
    failing = failure !== null
  }
}
