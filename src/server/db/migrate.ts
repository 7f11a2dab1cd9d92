import type { Database } from 'bun:sqlite'
import { type Migration, Migrator } from 'kysely'
import { migrations as history } from '../../../db/migrations/index.ts'
import { appliedMigrations } from './applied.ts'
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
