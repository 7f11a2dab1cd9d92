import { inTransaction } from '#server/db/connection.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { audit, commandLine } from '#server/features/audit/index.ts'
import { finishedVideoFiles } from '#server/features/crew-videos/index.ts'
import {
  countBucketFiles,
  makeFileStorage,
  moveToBucket,
  moveToDisk,
  takeBuckets,
} from '#server/features/file-storage/index.ts'
import { finishedPictures } from '#server/features/images/index.ts'
import { S3Error } from '#server/s3/s3-client.ts'
import { type AdminCommand, type AdminContext, AdminError, UsageError } from './admin-command.ts'

/** Milliseconds until another try, while the server moves files. */
const pauseMs = 1000
/** Files between two lines. */
const toldEvery = 100

export const storageCommands: Record<string, AdminCommand> = {
  'move-storage': {
    takes: '--to s3|disk',
    does: 'move all finished videos and pictures to the bucket of STORAGE, or back to the disk; the server may run',
    run: async (context, [flag, to, ...rest]) => {
      if (flag !== '--to' || (to !== 's3' && to !== 'disk') || rest.length > 0) throw new UsageError()
      const { db, now, print } = context
      checkDirection(context, to)
      await inTransaction(db, trx =>
        audit(trx, commandLine, { kind: 'storage-moved', subject: ['site', 'uploads'], detail: to }, now()),
      )
      const needs = needsOf(context)
      const told = (moved: number) => {
        if (moved % toldEvery === 0) print(`Moved ${moved} files.`)
      }
      const { moved, left, failure } = await untilAlone(context, () =>
        to === 's3'
          ? moveToBucket(needs, [finishedVideoFiles, finishedPictures], told)
          : moveToDisk(needs, told),
      )
      const isDone = moved === 0 && left === 0 && failure === null
      print(isDone ? `Nothing was left to move: ${await placesText(context)}.` : `Moved ${moved} files.`)
      if (to === 'disk' && moved > 0)
        print(
          'The bucket’s copies are deleted after 14 days, since older backups may need them: leave the S3_… variables until then.',
        )
      if (failure !== null) throw new AdminError(`${left} files were not moved. ${failure.message}`)
    },
  },
  'take-storage': {
    takes: '',
    does: 'move and delete files in the buckets of another installation, which this one replaces; stop that one first',
    run: async (context, args) => {
      if (args.length > 0) throw new UsageError()
      const { db, now, print } = context
      const places = await untilAlone(context, () => takeBuckets(needsOf(context)))
      const detail = places.join(', ')
      await inTransaction(db, trx =>
        audit(trx, commandLine, { kind: 'storage-taken', subject: ['site', 'uploads'], detail }, now()),
      )
      print(
        detail === ''
          ? 'No files are in a bucket, and STORAGE names none.'
          : `This installation now moves and deletes files in ${detail}.`,
      )
    },
  },
}

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

/** @throws AdminError when the server would move the files the other way */
function checkDirection({ env }: AdminContext, to: 's3' | 'disk'): void {
  if (to === 's3' && env.storage === null)
    throw new AdminError(
      'STORAGE names no bucket. Set STORAGE=s3://bucket/prefix and the S3_… variables, and restart the server.',
    )
  if (to === 'disk' && env.storage !== null)
    throw new AdminError(
      `STORAGE is ${env.storage.text}, so the server would move the files back there. Remove STORAGE, leave the S3_… variables, restart the server, and try again.`,
    )
}

/** @throws AdminError */
async function untilAlone<T>({ print }: AdminContext, move: () => Promise<T | null>): Promise<T> {
  try {
    for (let tries = 0; ; tries++) {
      const result = await move()
      if (result !== null) return result
      if (tries === 0) print('The server is moving files. This command goes on after it.')
      await Bun.sleep(pauseMs)
    }
  } catch (error) {
    throw error instanceof S3Error ? new AdminError(error.message, { cause: error }) : error
  }
}
