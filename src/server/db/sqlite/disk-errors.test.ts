import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeTestApp, makeTestDb, testOrigin } from '../../../../tests/support/app.ts'
import { addUser } from '../../../../tests/support/factories.ts'
import { type Db, inTransaction } from '../connection.ts'
import { diskFaultOf } from '../disk-errors.ts'
import { GroupCommit } from '../group-commit.ts'
import { makeDb } from './connection.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

describe('diskFaultOf', () => {
  for (const [code, fault] of [
    ['SQLITE_FULL', 'full'],
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['SQLITE_IOERR_WRITE', 'failing'],
    ['SQLITE_IOERR', 'failing'],
    ['SQLITE_BUSY', null],
    ['ENOENT', null],
  ] as const)
    test(`${code} → ${fault}, also as the cause of another error`, () => {
      expect(diskFaultOf(withCode(code))).toBe(fault)
      expect(diskFaultOf(new Error('upload failed', { cause: withCode(code) }))).toBe(fault)
    })
})

const padding = 'x'.repeat(100_000)

async function fullDatabase() {
  const db = await makeTestDb()
  await sql`create table notes (text text not null)`.execute(db)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  const allow = async (pages: number) =>
    void (await sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(db))
  const pageCount = rows[0]?.page_count ?? 0
  await allow(pageCount + 3)
  const note = (trx: Db, text: string) => sql`insert into notes values (${text})`.execute(trx)
  const count = async () => (await sql`select 1 from notes`.execute(db)).rows.length
  return { db, note, count, free: () => allow(pageCount + 10_000) }
}

describe('a transaction on a full disk', () => {
  test('fails with the original error and writes nothing; the next one succeeds once there is space', async () => {
    const { db, note, count, free } = await fullDatabase()
    const failing = inTransaction(db, async trx => {
      await note(trx, 'first')
      await note(trx, padding)
    })
    expect(diskFaultOf(await failing.catch(error => error))).toBe('full')
    expect(await count()).toBe(0)
    await free()
    await inTransaction(db, trx => note(trx, padding))
    expect(await count()).toBe(1)
  })

  test('that SQLite has rolled back reports its error and runs no further statement', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'reelstake-full-'))
    const database = new Database(join(directory, 'a.sqlite'))
    const db = makeDb(database)
    await sql`create table notes (text text not null)`.execute(db)
    const full = withCode('SQLITE_FULL')
    const failing = inTransaction(db, async trx => {
      await sql`insert into notes values ('before')`.execute(trx)
      // SQLite rolls back before the statement fails on a full disk.
      const { query } = database
      database.prepare = () => {
        database.prepare = query.bind(database)
        database.run('rollback')
        throw full
      }
      await sql`insert into notes values ('fails')`.execute(trx).catch(() => {})
      await sql`insert into notes values ('after')`.execute(trx)
    })
    expect(await failing.catch(error => error)).toBe(full)
    expect((await sql`select * from notes`.execute(db)).rows).toEqual([])
    await inTransaction(db, trx => sql`insert into notes values ('again')`.execute(trx))
    expect((await sql`select * from notes`.execute(db)).rows).toHaveLength(1)
    await db.destroy()
    rmSync(directory, { recursive: true })
  })

  test('in a group fails alone or with its group, with the original error, and never reports a lost write as done', async () => {
    const { db, note, count, free } = await fullDatabase()
    const group = new GroupCommit(db)
    const outcomes = await Promise.allSettled([
      group.write(trx => note(trx, 'small')),
      group.write(trx => note(trx, padding)),
      group.write(trx => note(trx, 'small too')),
    ])
    const faults = outcomes.flatMap(outcome =>
      outcome.status === 'rejected' ? [diskFaultOf(outcome.reason)] : [],
    )
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.every(fault => fault === 'full')).toBe(true)
    expect(await count()).toBe(3 - faults.length)
    await free()
    await group.write(trx => note(trx, padding))
    expect(await count()).toBe(4 - faults.length)
  })
})

describe('a page', () => {
  for (const [code, status, text, retryAfter] of [
    ['SQLITE_FULL', 507, 'disk is full', null],
    ['SQLITE_BUSY', 503, 'The site is busy right now', '5'],
  ] as const)
    test(`that fails with ${code} answers ${status} and names the cause`, async () => {
      const testApp = await makeTestApp(
        {},
        {
          findRoute: () => {
            throw withCode(code)
          },
        },
      )
      const answer = await testApp.app.request(`${testOrigin}/boats`, { headers: { accept: 'text/html' } })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
      expect(answer.headers.get('content-type')).toStartWith('text/html')
      expect(await answer.text()).toContain(text)
    })

  test('answers 507 to a form sent without JavaScript when the disk is full', async () => {
    const { app, db } = await makeTestApp()
    await addUser(db)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count))}`.execute(db)
    const name = 'N'.repeat(50)
    const signUp = (n: number) =>
      app.request(`${testOrigin}/login?mode=signup`, {
        method: 'POST',
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'navigate',
        },
        body: `email=a${n}@example.org&password=marlin-1&firstName=${name}&lastName=${name}`,
      })
    let answer = await signUp(0)
    for (let n = 1; answer.status === 303 && n < 30; n += 1) answer = await signUp(n)
    expect(answer.status).toBe(507)
    expect(answer.headers.get('content-type')).toStartWith('text/html')
    expect(await answer.text()).toContain('disk is full')
  })
})
