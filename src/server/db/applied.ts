import type { Database } from 'bun:sqlite'
import { migrationNames } from '../../../db/migrations/names.ts'

/** The names of the migrations that a database has seen, oldest first. */
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

/** Whether the database has this program's schema: all of its migrations, and no other. */
export function isCurrent(database: Database): boolean {
  const applied = appliedMigrations(database)
  return applied.length === migrationNames.length && migrationNames.every(name => applied.includes(name))
}
