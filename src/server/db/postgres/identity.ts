import { sql } from 'kysely'
import type { Db } from '../connection.ts'

/** Returns an identity made with the cluster and the database: no dump holds it, a standby has the same. */
export async function databaseIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '-' || oid as identity
    from pg_control_system(), pg_database where datname = current_database()`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL names no system identifier')
  return row.identity
}
