import { expect, test } from 'bun:test'
import type { Insertable } from 'kysely'
import { newId } from '#contract/ids.ts'
import type { JobsTable } from '#server/queue/queue.table.ts'
import { makeTestDb } from '../../../tests/support/app.ts'
import { compileInsert, compileOnce } from './compile-once.ts'

const insertJobs = compileInsert((db, jobs: readonly Insertable<JobsTable>[]) =>
  db.insertInto('jobs').values(jobs).returning(['subject', 'attempts', 'last_error']),
)

test('a statement takes its arguments in any order and any number of times, and no other value', async () => {
  const db = await makeTestDb()
  const texts = compileOnce((some, a: string, b: string) =>
    some.selectNoFrom(({ val }) => [val(b).as('b'), val(a).as('a'), val(b).as('again')]),
  )
  expect(await texts(db, '1', '2')).toEqual([{ b: '2', a: '1', again: '2' }])
  expect(await texts(db, '3', '4')).toEqual([{ b: '4', a: '3', again: '4' }])
  const refusal = 'the parameters are not the arguments'
  const other = compileOnce((some, a: number) => some.selectNoFrom(({ val }) => [val(`${a}`).as('a')]))
  await expect(other(db, 1)).rejects.toThrow(refusal)
  const unused = compileOnce((some, a: string, _b: string) => some.selectNoFrom(({ val }) => val(a).as('a')))
  await expect(unused(db, '1', '2')).rejects.toThrow(refusal)
})

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
