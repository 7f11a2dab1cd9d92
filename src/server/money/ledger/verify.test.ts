import { describe, expect, test } from 'bun:test'
import { inTransaction } from '#server/db/connection.ts'
import { makeTestDb } from '../../../../tests/support/app.ts'
import { addEntry, addFunding } from '../../../../tests/support/factories.ts'
import { addRows, changeRows } from '../../../../tests/support/rows.ts'
import { settleTournament } from '../../../../tests/support/states.ts'
import { writeMovement } from './ledger.queries.ts'
import { findFaults } from './verify.queries.ts'

async function setUp() {
  const db = await makeTestDb()
  const entry = await addEntry(db)
  const funding = await addFunding(db, { entry_id: entry, amount_cents: 2500 })
  const faults = async () => (await findFaults(db)).map(({ where, what }) => `${where}: ${what}`)
  expect(await faults()).toEqual([])
  return { db, entry, funding, faults }
}

describe('findFaults reports', () => {
  test('an entry’s funding and backer count without fundings', async () => {
    const { db, entry, faults } = await setUp()
    await changeRows(db, 'entries', { current_funding_cents: 2501, backer_count: 2 })
    expect(await faults()).toEqual([
      `entry ${entry}: holds 2501 cents, its completed fundings are 2500`,
      `entry ${entry}: counts 2 backers, there are 1`,
      `entry ${entry}: counts 2501 cents, the ledger has 2500 held and handed over`,
    ])
  })

  test('a funding that differs from the ledger', async () => {
    const { db, entry, funding, faults } = await setUp()
    await changeRows(db, 'fundings', { amount_cents: 2600 })
    expect(await faults()).toEqual([
      `entry ${entry}: holds 2500 cents, its completed fundings are 2600`,
      `funding ${funding}: the ledger has 2500 cents of it with us, by its status there are 2600`,
    ])
  })

  test('a partial refund without a ledger movement', async () => {
    const { db, funding, faults } = await setUp()
    await changeRows(db, 'fundings', { given_back_cents: 100 })
    expect(await faults()).toEqual([
      `funding ${funding}: 100 cents of it were refunded in part, the ledger has 0`,
    ])
  })

  test('a handover without a ledger movement, and one without a line', async () => {
    const { db, entry, faults } = await setUp()
    await changeRows(db, 'entries', { handed_over_cents: 100 })
    expect(await faults()).toEqual([
      `entry ${entry}: handed over 0 cents, its total is 100`,
      `entry ${entry}: handed over 100 cents, the ledger has 0`,
    ])
    await inTransaction(db, trx =>
      writeMovement(trx, {
        kind: 'handover',
        from: 'stakes',
        to: 'handed_over',
        cents: 100,
        refs: { entry },
        now: 1,
      }),
    )
    expect(await faults()).toEqual([`entry ${entry}: handed over 0 cents, its total is 100`])
  })

  test('money that leaves an entry for another', async () => {
    const { db, entry, funding, faults } = await setUp()
    const other = await addEntry(db)
    const line = { movement_id: 'x', kind: 'set-aside', funding_id: funding, created_at: 1 } as const
    await addRows(
      db,
      'ledger',
      { ...line, account: 'stakes', cents: -500, entry_id: entry },
      { ...line, account: 'set_aside', cents: 500, entry_id: other },
    )
    expect(await faults()).toContain(
      `entry ${entry}: received 2500 cents; 2000 are held, handed over, set aside or refunded`,
    )
  })

  test('ledger lines without a funding', async () => {
    const { db, faults } = await setUp()
    const movement = {
      kind: 'unplaced',
      from: 'backers',
      to: 'unplaced',
      cents: 500,
      refs: {},
      now: 1,
    } as const
    await inTransaction(db, trx => writeMovement(trx, movement))
    const { movement_id: id } = await db
      .selectFrom('ledger')
      .select('movement_id')
      .where('kind', '=', 'unplaced')
      .executeTakeFirstOrThrow()
    expect(await faults()).toEqual([`movement ${id}: moves 500 cents of no funding`])
  })

  test('a pool that doesn’t follow from its winnings and terms', async () => {
    const { db, entry, faults } = await setUp()
    const { tournament_id, organiser_id } = await db
      .selectFrom('entries')
      .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
      .select(['tournament_id', 'organiser_id'])
      .executeTakeFirstOrThrow()
    await changeRows(db, 'entries', { if_goal_missed: 'prorate', funding_goal_cents: 3_000_000_000 })
    await changeRows(db, 'fundings', { bought_goal_rule: 'prorate' })
    await settleTournament(db, tournament_id, organiser_id)
    const result = { entry_id: entry, winnings_cents: 1_000_000_000, shared_cents: 1_000_000_000 }
    const terms = { payout_basis_points: 3333, raised_cents: 2_900_000_000 }
    // By 10,000 × 3,000,000,000 = 3 × 10^13; the product before is 9.7 × 10^21.
    const pool_cents = 322_190_001
    await addRows(db, 'results', { ...result, ...terms, tournament_id, pool_cents })
    await addRows(db, 'round_results', { ...result, round: 1, pool_cents })
    expect(await faults()).toEqual([
      `result ${entry}: its pool is 322190001 cents, by its winnings and terms 322190000`,
    ])
  })
})
