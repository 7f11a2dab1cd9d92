import { countText } from '#contract/numbers.ts'
import { openBesideServer } from '#server/db/engine.ts'
import { DiskFullError, makeDiskSpace } from '#server/disk-space.ts'
import { faultText } from '#server/fault-text.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type MoveOptions, moveToPostgres, moveToSqlite } from '#server/site/backups/move-site.ts'
import { makeFileStorage, requireBuckets } from '#server/storage/file-storage/index.ts'
import { S3Error } from '#server/storage/s3/s3-client.ts'
import type { AdminCommand, CommandContext } from './admin-command.ts'

const rowsText = (rows: number | null) =>
  rows === null ? 'An earlier move had copied everything.' : `${countText(rows, 'row')} copied and compared.`

/** Commands that open the databases themselves. */
export const moveCommands: Record<string, AdminCommand<CommandContext>> = {
  'move-to-postgres': {
    takes: '',
    does: 'move the data of DATA_DIR to the empty database of DATABASE_URL; stop the server first',
    run: async context => {
      const rows = await move(context, moveToPostgres)
      await handOverBuckets(context)
      context.print(
        `${rowsText(rows)} The site is in the database of DATABASE_URL now. Start the server with it.`,
      )
    },
  },
  'move-to-sqlite': {
    takes: '',
    does: 'move the data of the database of DATABASE_URL back to DATA_DIR; stop all servers first',
    run: async context => {
      const rows = await move(context, moveToSqlite)
      context.print(
        `${rowsText(rows)} The site is in ${context.env.dataDir} now. Unset DATABASE_URL, run: bun run admin take-storage, and start the server.`,
      )
    },
  },
}

/** Lets processes with another DATA_DIR store files in the buckets. @throws OperatorError when the move is done */
async function handOverBuckets({ env, now }: CommandContext): Promise<void> {
  await using db = await openBesideServer(env)
  const files = makeFileStorage({ db, env, now, disk: makeDiskSpace(env) })
  try {
    await requireBuckets({ db, env, now, files })
  } catch (error) {
    if (!(error instanceof S3Error)) throw error
    throw new OperatorError(
      `The site is in the database of DATABASE_URL now, but may not store files yet: ${error.message} Before you start it, run: bun run admin take-storage`,
      { cause: error },
    )
  }
}

/** @throws OperatorError */
async function move(
  { env, now }: CommandContext,
  run: (options: MoveOptions) => Promise<number | null>,
): Promise<number | null> {
  const { dataDir, databaseUrl, minFreeMb } = env
  if (databaseUrl === null)
    throw new OperatorError('DATABASE_URL is not set. Name the PostgreSQL to move to, or to move from.')
  try {
    return await run({ env: { dataDir, databaseUrl, minFreeMb }, now: new Date(now()) })
  } catch (error) {
    if (error instanceof DiskFullError)
      throw new OperatorError(`Not enough disk space in DATA_DIR. ${error.details}. Nothing was changed.`, {
        cause: error,
      })
    const fault = faultText(error)
    if (fault !== null) throw new OperatorError(fault, { cause: error })
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The move failed (${reason}). Nothing was lost: repeat it.`, { cause: error })
  }
}
