import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { databaseName } from '#server/data-dir.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { addEntry, addFunding, addUser } from '../../../../tests/support/factories.ts'
import { makeFullSite } from '../../../../tests/support/full-site.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeEmptyDatabase } from '../../../../tests/support/test-database.ts'
import type { RootDb } from '../connection.ts'
import { usersMatching } from '../dialect.ts'
import { readSize } from '../engine.ts'
import { makeDb } from '../sqlite/connection.ts'
import { openDatabase } from '../sqlite/open.ts'
import { currentTables, tablesOf } from '../sqlite/table-rows.ts'
import { findDifference } from '../table-rows.ts'
import { exportSite, holdSite, importSite } from '../transfer.ts'
import { filledTables, readKeys } from './site-rows.ts'

let full = ''
beforeAll(async () => {
  full = await makeFullSite()
}, 60_000)
afterAll(() => rmSync(full, { recursive: true, force: true }))

/** Migrated, and held until the test ends. */
async function makeSite() {
  const { url, drop } = await makeEmptyDatabase()
  const site = await holdSite(url)
  afterTest(async () => {
    await site[Symbol.asyncDispose]()
    await drop()
  })
  await site.migrate()
  return site
}

function makeFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-transfer-'))
  afterTest(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'site.sqlite')
}

async function openFile(path: string): Promise<{ db: RootDb; database: ReturnType<typeof openDatabase> }> {
  const database = openDatabase(path)
  const db = makeDb(database)
  afterTest(() => db.destroy())
  return { db, database }
}

const keys = new Map([['keys.json', 'a key']])

/** Constraints, and triggers with whether they fire. */
async function rulesOf(db: RootDb): Promise<unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text as owner, conname::text as name, pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname::text, tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2`.execute(db)
  return rows
}

test('every table is the same after a way there and back, and so is the schema', async () => {
  const source = await openFile(join(full, databaseName))
  const tables = await currentTables()
  const site = await makeSite()
  const rules = await rulesOf(site.db)
  const rows = await importSite(site, { from: source.db, keys })
  expect(rows).toBeGreaterThan(100)
  const names = await filledTables(site.db, tables)
  expect(names.toSorted()).toEqual(
    [...tables.map(({ name }) => name), 'site_keys'].filter(name => name !== 'clock').toSorted(),
  )
  expect(await rulesOf(site.db)).toEqual(rules)
  expect(await site.isCopyOf(source.db, keys)).toBe(true)
  const { bytes, journalBytes } = await readSize(site.db, { dataDir: '/nonexistent' })
  expect([bytes > 1_000_000, journalBytes]).toEqual([true, null])

  const path = makeFile()
  expect(await exportSite(site.db, path)).toEqual({ rows, keys })
  const copy = await openFile(path)
  expect(await findDifference(tables, source.db, copy.db)).toBeNull()
  const schemaOf = ({ database }: typeof copy) =>
    database.query('select name, sql from sqlite_master order by name').all()
  expect(schemaOf(copy)).toEqual(schemaOf(source))
  expect(copy.database.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(copy.database.query('pragma foreign_key_check').all()).toEqual([])
}, 30_000)

test('a site goes on: new rows, immutable ones, searches, no process that runs a job', async () => {
  const site = await makeSite()
  await importSite(site, { from: (await openFile(join(full, databaseName))).db, keys })
  const { db } = site
  const last = () =>
    db
      .selectFrom('ledger')
      .select(eb => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  const { id } = await last()
  await addFunding(db, { entry_id: await addEntry(db) })
  expect((await last()).id).toBeGreaterThan(Number(id))
  await expect(changeRows(db, 'ledger', { cents: 1 })).rejects.toThrow('the ledger is append-only')
  expect(await db.selectFrom('jobs').select('taken_by').distinct().execute()).toEqual([{ taken_by: null }])
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', usersMatching('example'))
    .execute()
  expect(users.length).toBeGreaterThan(0)

  const path = makeFile()
  await exportSite(db, path)
  const file = await openFile(path)
  const rows = file.database.query("select 1 from user_search where user_search match 'example'").all()
  expect(rows.length).toBe(users.length)
  await expect(changeRows(file.db, 'ledger', { cents: 1 })).rejects.toThrow('the ledger is append-only')
}, 30_000)

test('what PostgreSQL can’t store becomes U+FFFD, and counts as equal', async () => {
  const path = makeFile()
  await exportSite((await makeSite()).db, path)
  const { db } = await openFile(path)
  const metadata = String.raw`{"first_name":"A\u0000\ud800","last_name":"\\u0000"}`
  await addUser(db, { metadata, email: 'a\0b@example.org' })
  const site = await makeSite()
  await importSite(site, { from: db, keys })
  expect(await site.isCopyOf(db, keys)).toBe(true)
  const user = () => site.db.selectFrom('users').select(['metadata', 'email']).executeTakeFirstOrThrow()
  const storableMetadata = metadata.replace(String.raw`A\u0000\ud800`, 'A\ufffd\ufffd')
  expect(await user()).toEqual({ metadata: storableMetadata, email: 'a\ufffdb@example.org' })
  await changeRows(site.db, 'users', { email: 'c@example.org' })
}, 30_000)

test('numbers beyond 2^53 are refused', async () => {
  const path = makeFile()
  const site = await makeSite()
  await exportSite(site.db, path)
  const { database, db } = await openFile(path)
  database.run(`insert into daily_counts values (1, 'a', 'b', 9007199254740993)`)
  await expect(importSite(site, { from: db, keys })).rejects.toThrow(
    'daily_counts.count has 9007199254740992, which is beyond the numbers that can be counted',
  )
}, 30_000)

test('a failure before the commit changes nothing', async () => {
  const site = await makeSite()
  const from = (await openFile(join(full, databaseName))).db
  await importSite(site, { from, keys })
  const rules = await rulesOf(site.db)
  const path = makeFile()
  await exportSite((await makeSite()).db, path)
  const other = (await openFile(path)).db
  await addUser(other)
  const failing = importSite(site, {
    from: other,
    keys: new Map(),
    async check() {
      throw new Error('no')
    },
  })
  await expect(failing).rejects.toThrow('no')
  expect(await site.isCopyOf(from, keys)).toBe(true)
  expect(await rulesOf(site.db)).toEqual(rules)
  expect(await readKeys(site.db)).toEqual(keys)
  // Ids still follow the highest.
  await addFunding(site.db, { entry_id: await addEntry(site.db) })
}, 30_000)

test('a larger table than a batch arrives whole', async () => {
  const path = makeFile()
  const site = await makeSite()
  await exportSite(site.db, path)
  const { database, db } = await openFile(path)
  database.run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 12345)
    insert into daily_counts select i % 7, 'subject ' || i, 'thing', i from n`)
  database.run(`insert into mails (id, recipient, subject, text, created_at)
    select 'mail ' || subject, 'a', 'b', printf('%.*c', 3000, 'x'), 1 from daily_counts where count <= 1500`)
  expect(await importSite(site, { from: db, keys })).toBe(12_345 + 1500 + 1)
  expect(tablesOf(database).length).toBeGreaterThan(70)
}, 30_000)
