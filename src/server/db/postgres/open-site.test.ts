import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Socket } from 'bun'
import { sql } from 'kysely'
import { Client } from 'pg'
import { movedName } from '#server/data-dir.ts'
import { faultText } from '#server/fault-text.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestDb } from '../../../../tests/support/app.ts'
import { makeEmptyDatabase } from '../../../../tests/support/test-database.ts'
import { testRoot } from '../../../../tests/support/test-root.ts'
import { inTransaction, type RootDb } from '../connection.ts'
import { withAdvice } from './errors.ts'
import { openBesideServer, openToServe } from './open-site.ts'

async function placeOf(db: RootDb) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  return { dataDir: testRoot(), databaseUrl: url.href }
}

test('a start that would migrate beside a live process is refused, and may when it is dead', async () => {
  const db = await makeTestDb()
  const place = await placeOf(db)
  await sql`delete from kysely_migration where name >= '0070-backup-state'`.execute(db)
  await sql`drop table backup_state`.execute(db)
  await sql`drop index entries_awaiting`.execute(db)
  await sql`alter table boats drop column idempotency_key`.execute(db)
  await sql`alter table tie_decisions drop column total`.execute(db)
  const seenAgo = (milliseconds: number) =>
    sql`update processes set seen_at = (extract(epoch from clock_timestamp()) * 1000)::bigint - ${milliseconds}`
  await sql`insert into processes (id, started_at, seen_at, settings) values ('other', 0, 0, '{}')`.execute(
    db,
  )
  await seenAgo(14_000).execute(db)
  await expect(openToServe(place)).rejects.toThrow('Stop all processes first')
  await seenAgo(15_001).execute(db)
  const site = await openToServe(place)
  afterTest(() => site.db.destroy())
  await site.letNextStart()
  expect((await sql`select place from backup_state`.execute(site.db)).rows).toEqual([])
})

test('a start on an empty database is refused where the site of DATA_DIR was moved to another one', async () => {
  const { url, drop } = await makeEmptyDatabase()
  afterTest(drop)
  const dataDir = testRoot()
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  writeFileSync(join(dataDir, movedName), '')
  await expect(openToServe({ dataDir, databaseUrl: url })).rejects.toThrow(
    `The database of DATABASE_URL is empty, but the site of ${dataDir} was moved to PostgreSQL. Correct the name`,
  )
})

test('starts wait for each other, whatever patience the role has', async () => {
  const place = await placeOf(await makeTestDb())
  const url = new URL(place.databaseUrl)
  url.searchParams.set('options', '-c lock_timeout=50ms -c statement_timeout=100ms')
  const impatient = { ...place, databaseUrl: url.href }
  const first = await openToServe(impatient)
  afterTest(() => first.db.destroy())
  const second = openToServe(impatient)
  await Bun.sleep(300)
  await first.letNextStart()
  const site = await second
  afterTest(() => site.db.destroy())
  await site.letNextStart()
})

test('a PostgreSQL that can’t be used is one line that says what to do', async () => {
  const { url, drop } = await makeEmptyDatabase()
  const other = (change: (url: URL) => void) => {
    const databaseUrl = new URL(url)
    change(databaseUrl)
    return { databaseUrl: databaseUrl.href }
  }
  const refusal = (place: { databaseUrl: string }) =>
    openBesideServer(place).then(
      () => new Error('it was opened'),
      (error: Error) => error,
    )
  const noUser = other(databaseUrl => {
    databaseUrl.username = 'no_such_role'
  })
  expect((await refusal(noUser)).message).toMatch(/\. Correct (?:the user|user and password) in DATABASE_URL/)
  const nowhere = { databaseUrl: 'postgres://reelstake@127.0.0.1:1/reelstake' }
  expect((await refusal(nowhere)).message).toBe(
    "DATABASE_URL names a PostgreSQL that can't be used: connect ECONNREFUSED 127.0.0.1:1. Start PostgreSQL, or correct host and port in DATABASE_URL.",
  )
  expect((await refusal({ databaseUrl: url })).message).toStartWith(
    'The database of DATABASE_URL is empty: no site is in it. Start the server',
  )
  await drop()
  expect((await refusal({ databaseUrl: url })).message).toMatch(
    /^DATABASE_URL names .*: database "\w+" does not exist\. Correct its name in DATABASE_URL, or make it: docs/,
  )
})

test('an address where another program listens is one line that says what to do', async () => {
  const socket = { data: () => {} }
  const programs = [
    { ...socket, open: (client: Socket) => void client.end() },
    { ...socket, data: (client: Socket) => void client.terminate() },
    { ...socket, data: (client: Socket) => void client.write('HTTP/1.1 400 Bad Request\r\n\r\n') },
  ].map(handlers => Bun.listen({ hostname: '127.0.0.1', port: 0, socket: handlers }))
  afterTest(() => {
    for (const program of programs) program.stop(true)
  })
  const urls = programs.map(({ port }) => `postgres://reelstake@127.0.0.1:${port}/reelstake`)
  // Without TLS, the driver waits for an answer that it can read.
  const places = [...urls.slice(0, 2), ...urls.map(url => `${url}?sslmode=require`)]
  for (const databaseUrl of places)
    await expect(openBesideServer({ databaseUrl })).rejects.toThrow(
      /^DATABASE_URL names a PostgreSQL that can't be used: .+\. Start PostgreSQL, or correct host and port in DATABASE_URL\.$/,
    )
})

test('a database that can’t take the schema is refused with what to do', async () => {
  const refusal = ({ url: databaseUrl }: { url: string }) =>
    openToServe({ dataDir: testRoot(), databaseUrl }).then(
      () => 'it was opened',
      (error: Error) => error.message,
    )
  const latin = await makeEmptyDatabase("encoding 'LATIN1' locale 'C' template template0")
  expect(await refusal(latin)).toBe(
    "DATABASE_URL names a PostgreSQL that can't be used: its database has the encoding LATIN1. Make another one, in UTF8: docs/self-hosting/postgresql.md#to-postgresql says how.",
  )
  await latin.drop()
  const others = await makeEmptyDatabase()
  const client = new Client({ connectionString: others.url })
  await client.connect()
  await client.query('create table users (name text)')
  await client.end()
  expect(await refusal(others)).toEndWith(
    'relation "users" already exists. Tables of another program are there. Make a database for Reelstake alone: docs/self-hosting/postgresql.md#to-postgresql says how.',
  )
  await others.drop()
})

test('a refusal for lack of rights says which rights the role needs', async () => {
  const db = await makeTestDb()
  const attempt = inTransaction(db, async trx => {
    await sql`set local role pg_monitor`.execute(trx)
    await sql`select * from users`.execute(trx)
  })
  const error = await attempt.catch(reason => reason)
  expect(withAdvice(error)).toStartWith(
    'permission denied for table users. The role of DATABASE_URL must own the database and its tables',
  )
  expect(faultText(error)).toBe(`PostgreSQL: ${withAdvice(error)}`)
})
