import { expect, test } from 'bun:test'
import type { Insertable } from 'kysely'
import { newId } from '#contract/ids.ts'
import type { JobsTable } from '#server/queue/queue.table.ts'
import { makeTestDb } from '../../../tests/support/app.ts'
import { compileInsert } from './compile-once.ts'

const insertJobs = compileInsert((db, jobs: readonly Insertable<JobsTable>[]) =>
  db.insertInto('jobs').values(jobs).returning(['subject', 'attempts', 'last_error']),
)

test('rows with other columns, or in another order, get their own insert', async () => {
  const db = await makeTestDb()
  const times = { due_at: 2, created_at: 1 }
  const job = () => ({ id: newId<'job'>(), kind: 'mail', state: 'waiting' as const, ...times })
  const fresh = { attempts: 0, last_error: null }
  expect(await insertJobs(db, [{ ...job(), subject: 'a' }])).toEqual([{ subject: 'a', ...fresh }])
  const b = { subject: 'b', last_error: 'x', attempts: 3 }
  expect(await insertJobs(db, [{ ...b, ...job() }])).toEqual([b])
  const c = { ...job(), attempts: undefined, subject: 'c' }
  const d = { ...job(), subject: 'd' }
  expect(await insertJobs(db, [c, d])).toEqual([
    { subject: 'c', ...fresh },
    { subject: 'd', ...fresh },
  ])
  // The values are equal, so the parameters alone don't show the order.
  const e = { ...times, state: 'waiting' as const, id: newId<'job'>(), kind: 'same', subject: 'same' }
  const f = { ...times, state: 'waiting' as const, id: newId<'job'>(), subject: 'same', kind: 'same' }
  await expect(insertJobs(db, [e, f])).rejects.toThrow('the rows differ in their columns')
})
