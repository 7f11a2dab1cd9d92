import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeTestDb } from '../../../tests/support/app.ts'
import { addBoat, addEntry, addSigned, addTournament, addUser } from '../../../tests/support/factories.ts'
import type { Topic } from './changes.ts'
import { inTransaction, type RootDb } from './connection.ts'
import { GroupCommit } from './group-commit.ts'
import { makeDb } from './sqlite/connection.ts'
import { migrate } from './sqlite/migrate.ts'
import { openDatabase } from './sqlite/open.ts'

/** Each report as an object. */
function record(db: RootDb, topics: readonly Topic[]) {
  const reports: unknown[] = []
  const stop = db.changes.listen(topics, changes =>
    reports.push(
      changes && Object.fromEntries([...changes].map(([topic, values]) => [topic, values.toSorted()])),
    ),
  )
  return { reports, stop }
}

async function setUp() {
  const db = await makeTestDb()
  const boat = await addBoat(db)
  const tournament = await addTournament(db)
  const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat })
  return { db, boat, tournament, entry }
}

test('a statement outside a transaction is reported at once, with the watched column', async () => {
  const { db, tournament, entry } = await setUp()
  const { reports } = record(db, ['entries.tournament_id'])
  await db.updateTable('entries').set({ funding_goal_cents: 5 }).where('id', '=', entry).execute()
  expect(reports).toEqual([{ 'entries.tournament_id': [tournament] }])
})

test('SQLite: statements in any form are seen', async () => {
  const { db } = await setUp()
  const { reports } = record(db, ['boats'])
  await sql`with t as (select 'Raw' as name) update boats set name = (select name from t)`.execute(db)
  await sql`replace into boats select * from boats`.execute(db)
  expect(reports).toHaveLength(2)
})

test('rows that a foreign key deletes are seen', async () => {
  const { db } = await setUp()
  const { id } = await addSigned(db)
  const { reports } = record(db, ['sessions.user_id'])
  await db.deleteFrom('users').where('id', '=', id).execute()
  expect(reports).toEqual([{ 'sessions.user_id': [id] }])
})

test('a row that moves reports both values, and many writes of one row one', async () => {
  const { db, tournament, entry } = await setUp()
  const { reports } = record(db, ['entries.tournament_id'])
  const other = await addTournament(db)
  await inTransaction(db, async trx => {
    for (const goal of [1, 2]) await trx.updateTable('entries').set({ funding_goal_cents: goal }).execute()
    await trx.updateTable('entries').set({ tournament_id: other }).where('id', '=', entry).execute()
  })
  expect(reports).toEqual([{ 'entries.tournament_id': [tournament, other].toSorted() }])
})

test('an upsert of a noted row is no conflict', async () => {
  const { db, boat, entry, tournament } = await setUp()
  const user = await addUser(db)
  const { reports } = record(db, ['crew_members'])
  const values = { boat_id: boat, approved_at: null, created_at: 1 }
  await inTransaction(db, async trx => {
    for (const _ of [1, 2])
      await trx
        .insertInto('crew_members')
        .values({ user_id: user, ...values })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
        .execute()
  })
  const subjects = ['', `boats/${boat}`, `tournament-entries/${entry}`, `tournaments/${tournament}`]
  expect(reports).toEqual([{ crew_members: subjects }])
})

test('a transaction is reported once, after its commit', async () => {
  const { db, boat } = await setUp()
  const { reports } = record(db, ['boats.id', 'tournaments.id', 'users'])
  const tournament = await inTransaction(db, async trx => {
    await trx.updateTable('boats').set({ name: 'Reel Deal' }).execute()
    const user = await addUser(trx)
    const id = await addTournament(trx, { organiser_id: user })
    expect(reports).toEqual([])
    return id
  })
  expect(reports).toEqual([{ 'boats.id': [boat], 'tournaments.id': [tournament], users: expect.any(Array) }])
})

test('a rolled-back write, a read, and a table that is not watched are not reported', async () => {
  const { db } = await setUp()
  const { reports } = record(db, ['boats'])
  const failing = inTransaction(db, async trx => {
    await trx.updateTable('boats').set({ name: 'Reel Deal' }).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await db.selectFrom('boats').selectAll().execute()
  await addUser(db)
  expect(reports).toEqual([])
})

test('a group commit reports only the writes that remain', async () => {
  const { db, boat } = await setUp()
  const other = await addBoat(db)
  const { reports } = record(db, ['boats.id'])
  const group = new GroupCommit(db)
  const rename = (id: typeof boat, fails: boolean) =>
    group.write(async trx => {
      await trx.updateTable('boats').set({ name: 'Reel Deal' }).where('id', '=', id).execute()
      if (fails) throw new Error('no')
    })
  await Promise.allSettled([rename(boat, true), rename(other, false)])
  expect(reports).toEqual([{ 'boats.id': [other] }])
})

test('each listener hears of its own tables, and nothing after it stops', async () => {
  const { db } = await setUp()
  const boats = record(db, ['boats'])
  const users = record(db, ['users'])
  await addUser(db)
  expect([boats.reports, users.reports]).toEqual([[], [{ users: [''] }]])
  users.stop()
  await addUser(db)
  expect(users.reports).toHaveLength(1)
})

test('SQLite: a commit of another process means that anything may have changed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-changes-'))
  const path = join(directory, 'test.sqlite')
  const database = openDatabase(path)
  const db = makeDb(database)
  await migrate(database, db)
  const { reports } = record(db, ['users'])
  const another = makeDb(openDatabase(path))
  await addUser(another)
  await db.changes.catchUp()
  expect(reports).toEqual([null])
  await db.changes.catchUp()
  await addUser(db)
  await db.changes.catchUp()
  expect(reports).toEqual([null, { users: [''] }])
  await another.destroy()
  await db.destroy()
  rmSync(directory, { recursive: true })
})
