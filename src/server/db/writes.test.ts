import { describe, expect, test } from 'bun:test'
import { makeTestDb } from '../../../tests/support/app.ts'
import { addUser } from '../../../tests/support/factories.ts'
import { inTransaction } from './connection.ts'
import { anyTable, onWrite, writtenTable } from './writes.ts'

describe('writtenTable', () => {
  for (const [sql, table] of [
    ['select * from "boats"', null],
    ['  PRAGMA data_version', null],
    ['begin immediate', null],
    ['insert into "boats" ("id") values (?)', 'boats'],
    ['insert or ignore into boats values (1)', 'boats'],
    ['replace into main.boats values (1)', 'boats'],
    ['update "entries" set "a" = 1', 'entries'],
    ['UPDATE OR REPLACE entries set a = 1', 'entries'],
    ['delete from "updates" where 1', 'updates'],
    ['delete from temp.changed returning id', null],
    ['create temp trigger t', null],
    ['with a as (select 1) select * from a', null],
    ['with a as (select 1) insert into boats select * from a', anyTable],
    ['drop table boats', anyTable],
    ['vacuum', anyTable],
  ] as const)
    test(`${sql} → ${table}`, () => expect(writtenTable(sql)).toBe(table))
})

describe('onWrite', () => {
  test('reports a transaction once, after its commit, and never one that was rolled back', async () => {
    const db = await makeTestDb()
    const told: string[][] = []
    const stop = onWrite(db, tables => void told.push([...tables]))
    await db.selectFrom('boats').selectAll().execute()
    await inTransaction(db, async trx => {
      await addUser(trx)
      await trx.deleteFrom('boats').execute()
      expect(told).toEqual([])
    })
    expect(told).toEqual([['users', 'boats']])
    await inTransaction(db, async trx => {
      await addUser(trx)
      throw new Error('no')
    }).catch(() => {})
    expect(told.length).toBe(1)
    await addUser(db)
    expect(told).toEqual([['users', 'boats'], ['users']])
    stop()
    await addUser(db)
    expect(told.length).toBe(2)
  })
})
