import { join } from 'node:path'
import { countText } from '#contract/numbers.ts'
import { inTransaction } from '#server/db/connection.ts'
import { holdDirectory } from '#server/db/engine.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { OperatorError } from '#server/operator-error.ts'
import { commandLine, record } from '#server/record/index.ts'
import {
  countBucketFiles,
  makeFileStorage,
  moveToBucket,
  moveToDisk,
  takeBuckets,
} from '#server/storage/file-storage/index.ts'
import { finishedPictures } from '#server/storage/images/index.ts'
import { finishedVideoFiles } from '#server/videos/crew-videos/index.ts'
import { type AdminCommand, type AdminContext, UsageError } from './admin-command.ts'

/** Files between two lines. */
const printedEvery = 100

export const storageCommands: Record<string, AdminCommand> = {
  'move-storage': {
    takes: '--to s3|disk',
    does: 'move all finished videos and pictures to the bucket of STORAGE, or back to the disk; stop the server first',
    run: async (context, [, to]) => {
      if (to !== 's3' && to !== 'disk') throw new UsageError()
      const { db, env, now, print } = context
      const place = placeFor(context, to)
      const release = holdDirectory(
        join(env.dataDir, 'db'),
        cause => new OperatorError(servedText, { cause }),
      )
      try {
        await inTransaction(db, trx =>
          record(trx, {
            kind: 'storage-moved',
            at: now(),
            ...commandLine,
            subject: ['site', 'uploads'],
            detail: to,
          }),
        )
        const onMoved = (count: number) => {
          if (count % printedEvery === 0) print(movedText(count))
        }
        const { movedCount, remainingCount, failure } = await (place === null
          ? moveToDisk(needsOf(context), onMoved)
          : moveToBucket(needsOf(context), place, [finishedVideoFiles, finishedPictures], onMoved))
        const isDone = movedCount === 0 && remainingCount === 0 && failure === null
        print(isDone ? `Nothing was left to move: ${await placesText(context)}.` : movedText(movedCount))
        if (failure !== null)
          throw new OperatorError(
            `${countText(remainingCount, 'file was', 'files were')} not moved. ${failure.message}`,
          )
      } finally {
        release()
      }
    },
  },
  'take-storage': {
    takes: '',
    does: 'store and delete files in the buckets of another installation, which this one replaces; stop that one first',
    run: async context => {
      const { db, now, print } = context
      const places = await takeBuckets(needsOf(context))
      const detail = places.join(', ')
      await inTransaction(db, trx =>
        record(trx, {
          kind: 'storage-taken',
          at: now(),
          ...commandLine,
          subject: ['site', 'uploads'],
          detail,
        }),
      )
      print(
        detail === ''
          ? 'No files are in a bucket, and STORAGE names none.'
          : `This installation now stores and deletes files in ${detail}.`,
      )
    },
  },
}

const movedText = (count: number) => `Moved ${countText(count, 'file')}.`

async function placesText({ db }: AdminContext): Promise<string> {
  const places = await countBucketFiles(db)
  if (places.length === 0) return 'no file is in a bucket'
  return places
    .map(({ place, files }) => (files === 1 ? `1 file is in ${place}` : `all ${files} files are in ${place}`))
    .join(', ')
}

const needsOf = ({ db, env, now }: AdminContext) => ({
  db,
  env,
  now,
  files: makeFileStorage({ db, env, now, disk: makeDiskSpace(env) }),
})

/**
 * Returns the place, or null for the disk.
 * @throws OperatorError when STORAGE names another place, where new files would go
 */
function placeFor({ env }: AdminContext, to: 's3' | 'disk'): string | null {
  if (to === 's3' && env.storage === null)
    throw new OperatorError(
      'STORAGE names no bucket. Set STORAGE=s3://bucket/prefix and the S3_… variables, and try again.',
    )
  if (to === 'disk' && env.storage !== null)
    throw new OperatorError(
      `STORAGE is ${env.storage.text}, so new files would go there. Remove STORAGE, leave the S3_… variables, and try again.`,
    )
  return env.storage?.text ?? null
}

const servedText = 'The server is running. Stop it first: files are moved while nothing else uses them.'
