import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeTestDb } from '../../../../tests/support/app.ts'
import { addEntry } from '../../../../tests/support/factories.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { writeMovement } from './ledger.queries.ts'
import { lineFault, transfer } from './ledger.rules.ts'

describe('writeMovement', () => {
  test('refuses lines that do not add up to zero, and stores none of them', async () => {
    const db = await makeTestDb()
    const lines = [
      { account: 'winnings' as const, cents: -100 },
      { account: 'pools' as const, cents: 99 },
    ]
    const write = inTransaction(db, trx => writeMovement(trx, { kind: 'pool', lines, refs: {}, now: 1 }))
    await expect(write).rejects.toThrow('the lines do not add up to 0')
    expect(await db.selectFrom('ledger').selectAll().execute()).toEqual([])
  })

  test('writes each line with its references; none can be changed or deleted', async () => {
    const db = await makeTestDb()
    const entry = await addEntry(db)
    const lines = transfer('winnings', 'pools', 1001)
    const id = await inTransaction(db, trx =>
      writeMovement(trx, { kind: 'pool', lines, refs: { entry, payout: newId<'payout'>() }, now: 7 }),
    )
    const rows = await db.selectFrom('ledger').selectAll().orderBy('id').execute()
    expect(rows.map(row => [row.movement_id, row.account, row.cents, row.entry_id, row.created_at])).toEqual([
      [id, 'winnings', -1001, entry, 7],
      [id, 'pools', 1001, entry, 7],
    ])
    await expect(changeRows(db, 'ledger', { cents: 1 })).rejects.toThrow('append-only')
    await expect(removeRows(db, 'ledger')).rejects.toThrow('append-only')
  })
})

describe('lineFault', () => {
  for (const [cents, fault] of [
    [[5], 'a movement has at least two lines'],
    [[0, 0], 'a line is a whole number of cents, not 0'],
    [[0.5, -0.5], 'a line is a whole number of cents, not 0'],
    [[5, -4], 'the lines do not add up to 0'],
    [[5, -4, -1], null],
  ] as const)
    test(`${cents.join(' ')} → ${fault}`, () => {
      expect(lineFault(cents.map(amount => ({ account: 'pools', cents: amount })))).toBe(fault)
    })
})
