import { basename } from 'node:path'
import { sql } from 'kysely'
import type { SecretStore } from '#server/secret-store.ts'
import type { Db } from '../connection.ts'

/**
 * Stores secrets that all processes share.
 * @param files of `DATA_DIR`, taken over where the database has none
 */
export function secretRows(db: Db, files: SecretStore): SecretStore {
  async function readRow(name: string): Promise<string | null> {
    const { rows } = await sql<{
      value: string
    }>`select value from site_keys where name = ${basename(name)}`.execute(db)
    return rows[0]?.value ?? null
  }
  async function create(name: string, content: string): Promise<string> {
    await sql`insert into site_keys values (${basename(name)}, ${content}) on conflict (name) do nothing`.execute(
      db,
    )
    return (await readRow(name)) ?? content
  }
  return {
    create,
    async read(name) {
      const value = await readRow(name)
      if (value !== null) return value
      const file = await files.read(name)
      return file === null ? null : create(name, file)
    },
    placeOf: name => `The row ${basename(name)} of the table site_keys`,
  }
}
