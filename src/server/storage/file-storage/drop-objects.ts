import { hour } from '#contract/time.ts'
import { inTransaction, type RootDb } from '#server/db/connection.ts'
import { LockTimeout } from '#server/db/locks.ts'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import { type S3Client, S3Error } from '#server/storage/s3/s3-client.ts'
import { dropOrphans, forgetDropped, isDropped, listDropped } from './bucket-files.queries.ts'
import { type FileStorage, withFileLock } from './file-storage.ts'
import { requireOurs } from './installation.ts'

export interface Needs {
  db: RootDb
  env: Pick<Env, 'dataDir' | 'storage'>
  files: FileStorage
  now: () => number
}

/**
 * Runs work for each item. A failure doesn't stop the others while the bucket answers.
 * @returns the first failure @throws S3Error
 */
export async function tryEach<T>(
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

/** Milliseconds that an object may be locked. */
const patienceMs = 1000

/** It is being stored: the next run looks at it again. */
function ignoreLocked(error: unknown): void {
  if (!(error instanceof LockTimeout)) throw error
}

/** Deletes the dropped objects. A place or object that fails doesn't stop the others. @returns the first failure */
export async function dropObjects({ db, env, files, now }: Needs): Promise<S3Error | null> {
  const failures = new Map<string, S3Error>()
  for await (const due of listDropped(db, now()))
    for (const [place, those] of Map.groupBy(due, row => row.place)) {
      if (failures.has(place)) continue
      try {
        const bucket = files.bucket(place)
        await requireOurs(bucket, { db, env })
        const failure = await tryEach(those, bucket, ({ path }) => {
          const drop = async () => {
            if (!(await isDropped(db, path, now()))) return
            await bucket.remove(path)
            await inTransaction(db, trx => forgetDropped(trx, path))
          }
          return withFileLock(db, path, drop, AbortSignal.timeout(patienceMs)).catch(ignoreLocked)
        })
        if (failure !== null) failures.set(place, failure)
      } catch (error) {
        if (!(error instanceof S3Error)) throw error
        failures.set(place, error)
      }
    }
  return [...failures.values()][0] ?? null
}

/** Runs {@link dropObjects}, and says in the log when it begins to fail. */
export function dropObjectsJob(): (deps: Needs & { log: Log }) => Promise<void> {
  let failing = false
  return async deps => {
    const failure = await dropObjects(deps)
    if (failure !== null && !failing)
      deps.log.warn('files can’t be deleted in a bucket; the server tries again every minute', {
        reason: failure.message,
      })
    failing = failure !== null
  }
}

/** Marks objects for deletion whose video, picture or data export is deleted. */
export const sweepObjects = ({ db, now }: Pick<Needs, 'db' | 'now'>): Promise<void> =>
  inTransaction(db, trx => dropOrphans(trx, now() - hour, now()))
