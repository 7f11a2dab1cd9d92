import { countText } from '#contract/numbers.ts'
import { MigrationError } from '#server/db/engine.ts'
import { DiskFullError } from '#server/disk-space.ts'
import { EnvError } from '#server/env-values.ts'
import { faultText } from '#server/fault-text.ts'
import { BackupError } from '#server/site/backups/backup-format.ts'
import { type MoveOptions, moveToPostgres, moveToSqlite } from '#server/site/backups/move-site.ts'
import { type AdminCommand, AdminError, type CommandContext } from './admin-command.ts'

const rowsText = (rows: number | null) =>
  rows === null ? 'An earlier move had copied everything.' : `${countText(rows, 'row')} copied and compared.`

/** Commands that open the databases themselves. */
export const moveCommands: Record<string, AdminCommand<CommandContext>> = {
  'move-to-postgres': {
    takes: '',
    does: 'move the data of DATA_DIR to the empty database of DATABASE_URL; stop the server first',
    run: async context => {
      const rows = await move(context, moveToPostgres)
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

/** @throws AdminError */
async function move(
  { env, now }: CommandContext,
  run: (options: MoveOptions) => Promise<number | null>,
): Promise<number | null> {
  const { dataDir, databaseUrl, minFreeMb } = env
  if (databaseUrl === null)
    throw new AdminError('DATABASE_URL is not set. Name the PostgreSQL to move to, or to move from.')
  try {
    return await run({ env: { dataDir, databaseUrl, minFreeMb }, now: new Date(now()) })
  } catch (error) {
    if (error instanceof DiskFullError)
      throw new AdminError(`Not enough disk space in DATA_DIR. ${error.details}. Nothing was changed.`, {
        cause: error,
      })
    if (error instanceof BackupError) throw new AdminError(error.message, { cause: error })
    if (error instanceof EnvError || error instanceof MigrationError) throw error
    const fault = faultText(error)
    if (fault !== null) throw new AdminError(fault, { cause: error })
    const reason = error instanceof Error ? error.message : String(error)
    throw new AdminError(`The move failed (${reason}). Nothing was lost: repeat it.`, { cause: error })
  }
}
