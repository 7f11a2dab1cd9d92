import type { Database } from 'bun:sqlite'
import { type Migration, Migrator } from 'kysely'
import { OperatorError } from '#server/operator-error.ts'
import { migrations as history } from '../../../../db/migrations/index.ts'
import type { Db } from '../connection.ts'

/** A failed migration leaves no changes. @throws OperatorError also for a newer schema */
export async function migrate(
  database: Database,
  db: Db,
  migrations: Record<string, Migration> = history,
): Promise<void> {
  const names = Object.keys(migrations).sort()
  const appliedNames = appliedMigrations(database)
  const unknown = unknownTo(names, appliedNames)
  if (unknown.length > 0)
    throw new OperatorError(
      `The database was made by a newer version (it has the migration ${unknown.join(', ')}). Start that version, or go back as docs/self-hosting/upgrade.md#upgrade says.`,
    )
  // Avoids the Migrator's schema inspection at each start.
  if (appliedNames.length === names.length) return
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // 0026 was committed before 0025.
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) {
    const migration = results?.find(result => result.status === 'Error')?.migrationName ?? 'a migration'
    throw new OperatorError(
      `${migration} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

export const hasTable = (database: Database, name: string): boolean =>
  database.query("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== null

/** Returns the names of applied migrations, oldest first. */
export function appliedMigrations(database: Database): string[] {
  if (!hasTable(database, 'kysely_migration')) return []
  return database
    .query<{ name: string }, []>('select name from kysely_migration order by name')
    .all()
    .map(row => row.name)
}

const unknownTo = (names: readonly string[], appliedNames: readonly string[]) =>
  appliedNames.filter(name => !names.includes(name))

/** Returns whether the schema is newer than this version, which {@link migrate} refuses. */
export const isNewer = (database: Database) =>
  unknownTo(Object.keys(history), appliedMigrations(database)).length > 0

export function isCurrent(database: Database): boolean {
  const names = Object.keys(history)
  const appliedNames = appliedMigrations(database)
  return appliedNames.length === names.length && names.every(name => appliedNames.includes(name))
}
