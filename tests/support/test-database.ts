import type { Database } from 'bun:sqlite'
import { sql } from 'kysely'
import { Client, type Pool } from 'pg'
import type { RootDb } from '#server/db/connection.ts'
import { makePools, type Pools, PostgresDb } from '#server/db/postgres/connection.ts'
import { migrate as migratePostgres } from '#server/db/postgres/migrate.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { copyDatabase, openDatabase } from '#server/db/sqlite/open.ts'
import { usesPostgres } from '#server/db/which.ts'
import { until } from './until.ts'

/** Each time another one, migrated and empty. */
type MakeDb = () => Promise<RootDb>

async function makeSqliteTemplate(): Promise<MakeDb> {
  const database = openDatabase(':memory:')
  const db = makeDb(database)
  await migrate(database, db)
  const bytes = database.serialize()
  await db.destroy()
  return async () => makeDb(copyDatabase(bytes))
}

/** `DATABASE_URL` names a server where databases can be made. */
const serverUrl = process.env.DATABASE_URL ?? ''

interface Postgres {
  name: string
  db: PostgresDb
  /** Outlive `db`; null for a copy, which is filled, so that it is dropped. */
  pools: Pools | null
  /** Databases that {@link openAgain} opened. */
  others: PostgresDb[]
}

/** Databases of the tests that run; {@link releaseDatabases} empties the newest for later tests. */
const inUse: Postgres[] = []
/** Making a database takes ten times as long as emptying one, and a connection knows no table at first. */
const empty: Pick<Postgres, 'name' | 'pools'>[] = []
let count = 0
const newName = () => `test_${process.pid}_${++count}`

function urlOf(name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onDatabase<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

/**
 * Makes a database on PostgreSQL without a schema.
 * @param options of `create database` @returns its address; dropping waits for no connection
 */
export async function makeEmptyDatabase(options = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const name = newName()
  await onDatabase(serverUrl, `create database ${name} ${options}`)
  const drop = async () => void (await onDatabase(serverUrl, `drop database ${name} with (force)`))
  return { url: urlOf(name), drop }
}

const few = { max: 4 }

/** @param pools that outlive it */
const openPostgres = (name: string, pools: Pools | null = null): Postgres => ({
  name,
  db: new PostgresDb(urlOf(name), few, pools ?? undefined),
  pools,
  others: [],
})

const all = ({ readers, writer, small }: Pools): Pool[] => [readers, writer, small]

/** Makes pools that no database ends. */
function makeLasting(name: string): Pools {
  const pools = makePools(urlOf(name), few)
  for (const pool of all(pools)) pool.end = async () => {}
  return pools
}

/** Returns how many databases are in use. Only for tests on PostgreSQL. */
export const countDatabases = (): number => inUse.length

/** Empties those that were made after the first `count`, and drops copies. */
export async function releaseDatabases(count: number): Promise<void> {
  for (const { name, db, pools, others } of inUse.splice(count)) {
    for (const other of others) await other.destroy()
    await db.destroy()
    if (pools === null) {
      await onDatabase(serverUrl, `drop database ${name}`)
      continue
    }
    // Work that a test doesn't wait for.
    await until(() => all(pools).every(pool => pool.idleCount === pool.totalCount))
    const { rows } = await pools.small.query<{ intact: 0 | 1 }>('select empty_all() as intact')
    if (rows[0]?.intact) empty.push({ name, pools })
  }
}

/** Tests break the schema: `empty_all` returns false then, and the database isn't used again. */
const emptyAll = `create view schema_now as
  select md5(string_agg(format('%s %s %s', relname, tgname, tgenabled), ' ' order by relname, tgname)) as hash
  from pg_class left join pg_trigger on tgrelid = pg_class.oid and not tgisinternal
  where relnamespace = 'public'::regnamespace and relkind = 'r';
create table schema_made (hash text);
insert into schema_made select hash from schema_now;
create function empty_all() returns boolean language plpgsql as $$
  declare each record; filled boolean; begin
  if (select hash from schema_now) <> (select hash from schema_made) then return false; end if;
  -- Without triggers and foreign keys.
  set local session_replication_role = replica;
  for each in select tablename as name from pg_tables where schemaname = 'public'
    and tablename not in ('kysely_migration', 'kysely_migration_lock', 'change_triggers', 'clock', 'schema_made') loop
    execute format('select exists (select 1 from %I)', each.name) into filled;
    if filled then execute format('delete from %I', each.name); end if;
  end loop;
  for each in select sequencename as name from pg_sequences loop
    execute format('alter sequence %I restart', each.name);
  end loop;
  update clock set fault = null, confirmed_at = null, ignored_until = null;
  return true;
end $$;
update schema_made set hash = (select hash from schema_now)`

async function makePostgresTemplate(): Promise<MakeDb> {
  const template = newName()
  await onDatabase(serverUrl, `create database ${template}`)
  const { db } = openPostgres(template)
  await migratePostgres(db)
  // A request makes the triggers of what the app watches, which takes a second.
  const { makeTestApp } = await import('./app.ts')
  await (await makeTestApp({}, {}, db)).page('/api/tournaments')
  await sql.raw(emptyAll).execute(db)
  await db.destroy()
  const make = async () => {
    const name = newName()
    await onDatabase(serverUrl, `create database ${name} template ${template}`)
    return { name, pools: makeLasting(name) }
  }
  return async () => {
    const { name, pools } = empty.pop() ?? (await make())
    const database = openPostgres(name, pools)
    inUse.push(database)
    return database.db
  }
}

let template: Promise<MakeDb> | undefined

/** Migrated and empty. */
export async function makeTestDb(): Promise<RootDb> {
  template ??= usesPostgres ? makePostgresTemplate() : makeSqliteTemplate()
  return (await template)()
}

/** The same database as another process has it: with SQLite nothing is apart. */
export function openAgain(db: RootDb): RootDb {
  const database = inUse.find(each => each.db === db)
  if (database === undefined) return db
  const again = openPostgres(database.name).db
  database.others.push(again)
  return again
}

/** A database that is filled once and then copied. With SQLite `database` is it. */
export interface Original {
  db: RootDb
  database: Database
  /** Copies the database. On PostgreSQL it ends the connections of `db`, which connects again when used. */
  copy(): Promise<RootDb>
}

export async function makeOriginal(): Promise<Original> {
  const database = openDatabase(':memory:')
  if (usesPostgres) {
    const db = await makeTestDb()
    return { db, database, copy: () => copyPostgres(db) }
  }
  const db = makeDb(database)
  await migrate(database, db)
  return { db, database, copy: async () => makeDb(copyDatabase(database.serialize())) }
}

async function copyPostgres(db: RootDb): Promise<RootDb> {
  const from = inUse.find(each => each.db === db)?.name
  const name = newName()
  await onDatabase(
    serverUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`,
  )
  await onDatabase(serverUrl, `create database ${name} template ${from}`)
  const copy = openPostgres(name)
  inUse.push(copy)
  return copy.db
}
