import type { Database } from 'bun:sqlite'
import { type Migration, Migrator } from 'kysely'
import { migrations as history } from '../../../db/migrations/index.ts'
import type { Db } from './connection.ts'

/** The database cannot be brought to this program's schema. The message is for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Applies what is missing; a migration that fails leaves nothing of itself behind.
 * @throws MigrationError also when the database comes from a newer version of the program
 */
export async function migrate(
  database: Database,
  db: Db,
  migrations: Record<string, Migration> = history,
): Promise<void> {
  const names = Object.keys(migrations).sort()
  const applied = appliedMigrations(database)
  const unknown = applied.filter(name => !names.includes(name))
  if (unknown.length > 0)
    throw new MigrationError(
      `The database was made by a newer version (it has the migration ${unknown.join(', ')}). Start that version, or restore a backup of this one.`,
    )
  // The Migrator inspects the whole schema; a start with nothing to do should not wait for that.
  if (applied.length === names.length) return
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error) {
    const failed = results?.find(result => result.status === 'Error')?.migrationName ?? 'a migration'
    throw new MigrationError(
      `${failed} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

/** The names of the applied migrations, oldest first. */
export function appliedMigrations(database: Database): string[] {
  const known = database
    .query(`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`)
    .get()
  if (!known) return []
  return database
    .query<{ name: string }, []>('select name from kysely_migration order by name')
    .all()
    .map(row => row.name)
}

/** Whether all migrations of this program are applied, and no other. */
export function isCurrent(database: Database): boolean {
  const names = Object.keys(history)
  const applied = appliedMigrations(database)
  return applied.length === names.length && names.every(name => applied.includes(name))
}
