import { expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeTestDb } from '../../../../tests/support/app.ts'
import { addEntry } from '../../../../tests/support/factories.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { writeMovement, writeMovements } from './ledger.queries.ts'

test('a movement has each line with its references; none can be changed or deleted', async () => {
  const db = await makeTestDb()
  const entry = await addEntry(db)
  await inTransaction(db, trx =>
    writeMovement(trx, {
      kind: 'pool',
      from: 'winnings',
      to: 'pools',
      cents: 1001,
      refs: { entry, payout: newId<'payout'>() },
      now: 7,
    }),
  )
  const rows = await db.selectFrom('ledger').selectAll().orderBy('id').execute()
  const id = rows[0]?.movement_id ?? ''
  expect(rows.map(row => [row.movement_id, row.account, row.cents, row.entry_id, row.created_at])).toEqual([
    [id, 'winnings', -1001, entry, 7],
    [id, 'pools', 1001, entry, 7],
  ])
  await expect(changeRows(db, 'ledger', { cents: 1 })).rejects.toThrow('append-only')
  await expect(removeRows(db, 'ledger')).rejects.toThrow('append-only')
})

test('only whole cents above 0 move', async () => {
  const db = await makeTestDb()
  for (const cents of [0, -5, 0.5, 2 ** 53, Number.NaN]) {
    const movement = { kind: 'pool', from: 'winnings', to: 'pools', cents, refs: {}, now: 7 } as const
    await expect(inTransaction(db, trx => writeMovement(trx, movement))).rejects.toThrow(RangeError)
    await expect(inTransaction(db, trx => writeMovements(trx, [movement]))).rejects.toThrow(RangeError)
  }
})
