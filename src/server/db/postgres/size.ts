import { sql } from 'kysely'
import type { DatabaseSize, Db } from '../connection.ts'

export async function readSize(db: Db): Promise<DatabaseSize> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return { bytes: rows[0]?.bytes ?? 0, journalBytes: null }
}
