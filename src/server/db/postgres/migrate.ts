import { type Migration, Migrator, sql } from 'kysely'
import { OperatorError } from '#server/operator-error.ts'
import { migrations } from '../../../../db/migrations/index.ts'
import backupState from '../../../../db/migrations/postgres-backup-state.sql' with { type: 'text' }
import baseline from '../../../../db/migrations/postgres-baseline.sql' with { type: 'text' }
import processes from '../../../../db/migrations/postgres-processes.sql' with { type: 'text' }
import type { Db } from '../connection.ts'
import { withAdvice } from './errors.ts'

/** SQLite's schema after this migration; later ones have statements for both engines. */
const baselineName = '0067-own-texts'

const running = (statements: string): Migration => ({
  up: async db => void (await sql.raw(statements).execute(db)),
})

const history: Record<string, Migration> = Object.fromEntries([
  [baselineName, running(baseline)],
  ['0068-processes', running(processes)],
  ['0070-backup-state', running(backupState)],
  ...Object.entries(migrations).filter(([name]) => name > baselineName),
])

/** @param name quoted where it isn't lower case */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ has: number }>`select to_regclass(${name}) is not null as has`.execute(db)
  return rows[0]?.has === 1
}

/** Names that were applied; none in an empty database. */
async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  return (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(
    ({ name }) => name,
  )
}

/** Has no schema of the program. */
export const isEmpty = async (db: Db): Promise<boolean> => (await appliedMigrations(db)).length === 0

export const emptyText =
  'The database of DATABASE_URL is empty: no site is in it. Start the server, which makes its schema, or correct the name in DATABASE_URL.'

/** @throws OperatorError for a newer schema */
export async function isCurrent(db: Db): Promise<boolean> {
  const appliedNames = await appliedMigrations(db)
  const unknown = appliedNames.filter(name => !(name in history))
  if (unknown.length > 0)
    throw new OperatorError(
      `The database was made by a newer version (it has the migration ${unknown.join(', ')}). Start that version, or go back as docs/self-hosting/upgrade.md#upgrade says.`,
    )
  return appliedNames.length === Object.keys(history).length
}

/** A failed migration leaves no changes. @throws OperatorError also for a newer schema */
export async function migrate(db: Db): Promise<void> {
  if (await isCurrent(db)) return
  const provider = { getMigrations: async () => history }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  const migration = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'a migration'
  throw new OperatorError(`${migration} failed and was rolled back: ${withAdvice(error)}`, { cause: error })
}
