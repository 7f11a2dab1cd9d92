import type { Database } from 'bun:sqlite'
import { sql } from 'kysely'
import type { UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { usesPostgres } from '#server/db/which.ts'

/*
 * Writes that the query builder can't describe: past its types, or past its connection.
 */

/** Each with an entry of every boat. */
export async function addManyTournaments(db: Db, organiser: UserId, count: number): Promise<void> {
  await sql`with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ${count})
    insert into tournaments (id, organiser_id, name, starts_at, ends_at, created_at, updated_at)
    select 'tournament-' || n, ${organiser}, 'Cup ' || n, n, n + 1, n, n from numbers`.execute(db)
  await sql`insert into entries (id, tournament_id, boat_id, funding_goal_cents, payout_basis_points, created_at)
    select tournaments.id || boats.id, tournaments.id, boats.id, 1000, 100, 1 from tournaments, boats`.execute(
    db,
  )
}

/** A statement that begins with neither `update` nor the table. */
export const renameTournaments = (db: Db, name: string) =>
  sql`with x as (select ${name} as name) update tournaments set name = (select name from x)`.execute(db)

/** Leaves a row with the same key unchanged. */
export async function addMissingRow(db: Db, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = sql.join(Object.keys(row).map(name => sql.ref(name)))
  const values = sql.join(Object.values(row))
  await sql`insert into ${sql.table(table)} (${columns}) values (${values}) on conflict do nothing`.execute(
    db,
  )
}

/** Adds a webhook event as another process does. */
export const addWebhookEvent = (database: Database) =>
  database.run("insert into webhook_events values ('evt_1', 'x', 1)")

/** Adds a migration as a newer version of the program does. */
export const addNewerMigration = (database: Database, name: string) =>
  database.run("insert into kysely_migration (name, timestamp) values (?, '')", [name])

/** Signs everyone out, as a restore without keys does. */
export const removeSessions = (database: Database) => database.run('delete from sessions')

/** Removes the last migration, as if an older version of the program had migrated the database. */
export const forgetLastMigration = (database: Database) =>
  database.run('delete from kysely_migration where name = (select max(name) from kysely_migration)')

const dropTrigger = (db: Db, name: string, table: string) =>
  sql.raw(`drop trigger ${name}${usesPostgres ? ` on ${table}` : ''}`).execute(db)

/** Drops the triggers that keep the log, as an operator could. */
export async function openLogToChanges(db: Db): Promise<void> {
  await dropTrigger(db, 'log_events_no_update', 'log_events')
  await dropTrigger(db, 'log_events_no_delete', 'log_events')
}

export const openRulesToChanges = (db: Db) =>
  dropTrigger(db, 'tournament_rules_no_update', 'tournament_rules')
