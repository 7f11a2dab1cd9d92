import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { makeTestDb } from '../../../tests/support/app.ts'
import { addUser } from '../../../tests/support/factories.ts'
import { GroupCommit } from './group-commit.ts'

const count = async (db: Awaited<ReturnType<typeof makeTestDb>>) =>
  (await db.selectFrom('users').select('id').execute()).length

describe('GroupCommit', () => {
  test('undoes one that throws alone, and reports each outcome to its caller', async () => {
    const db = await makeTestDb()
    const group = new GroupCommit(db)
    const outcomes = await Promise.allSettled([
      group.write(async trx => void (await addUser(trx))),
      group.write(async trx => {
        await addUser(trx)
        throw new Error('no room')
      }),
      group.write(async trx => {
        await addUser(trx)
        return 'third'
      }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[2]).toMatchObject({ value: 'third' })
    expect(await count(db)).toBe(2)
  })

  test('commits waiting work together, and answers no caller before the commit', async () => {
    const db = await makeTestDb()
    const group = new GroupCommit(db)
    const order: string[] = []
    const stop = db.changes.listen(['users'], () => void order.push('commit'))
    await Promise.all(
      ['a', 'b', 'c'].map(async name => {
        await group.write(async trx => void (await addUser(trx)))
        order.push(name)
      }),
    )
    stop()
    expect(order).toEqual(['commit', 'a', 'b', 'c'])
  })

  test('SQLite: fails all of them when the commit fails', async () => {
    const db = await makeTestDb()
    const group = new GroupCommit(db)
    const outcomes = await Promise.allSettled([
      group.write(async trx => void (await addUser(trx))),
      group.write(async trx => {
        // Checked only at commit.
        await sql`pragma defer_foreign_keys = on`.execute(trx)
        const boat = { id: 'b' as never, owner_id: 'nobody' as never, name: 'x', captain_name: 'y' }
        await trx
          .insertInto('boats')
          .values({ ...boat, created_at: 0 })
          .execute()
      }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await count(db)).toBe(0)
  })
})
