import { type Kysely, sql } from 'kysely'
import { text } from './types.ts'

/** The process that runs a job; null: none. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table jobs add column taken_by ${text(db)}`.execute(db)
  await sql`create index jobs_taken on jobs (kind) where taken_by is not null`.execute(db)
}
