import { expect, test } from 'bun:test'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestDb } from '../tests/support/app.ts'
import { addUser } from '../tests/support/factories.ts'
import { load } from './load.ts'

const now = Date.UTC(2026, 5, 1)

async function makeLoad() {
  const db = await makeTestDb()
  await load(db, { tournaments: 6, entries: 4, backers: 5, updates: 7 }, await addUser(db), now)
  return db
}

test('load data agrees to the cent, in thirds, funded to at most 80 %, by distinct people', async () => {
  const db = await makeLoad()
  expect(await findFaults(db)).toEqual([])
  const tournaments = await db.selectFrom('tournaments').selectAll().execute()
  const month = now + 30 * 86_400_000
  expect([
    tournaments.filter(({ starts_at }) => starts_at > now && starts_at <= month).length,
    tournaments.filter(({ starts_at, ends_at }) => starts_at <= now && ends_at > now).length,
    tournaments.filter(({ ends_at }) => ends_at <= now).length,
  ]).toEqual([2, 2, 2])
  const entries = await db.selectFrom('entries').selectAll().execute()
  expect(entries.length).toBe(24)
  for (const { funding_goal_cents: goal, current_funding_cents: held, backer_count: backers } of entries) {
    expect(goal).toBeGreaterThanOrEqual(1_000_000)
    expect(goal).toBeLessThanOrEqual(3_000_000)
    expect(held / goal).toBeLessThanOrEqual(0.8)
    expect(backers).toBe(5)
  }
  expect((await db.selectFrom('fundings').select('id').execute()).length).toBe(120)
  expect((await db.selectFrom('updates').select('id').execute()).length).toBe(7)
})

test('load data of years are mostly past, with few live ones and the first of them the largest', async () => {
  const db = await makeTestDb()
  const size = { tournaments: 30, entries: 2, backers: 3, updates: 7, years: 5, largest: 9 }
  await load(db, size, await addUser(db), now)
  expect(await findFaults(db)).toEqual([])
  const tournaments = await db.selectFrom('tournaments').selectAll().orderBy('id').execute()
  const month = now + 30 * 86_400_000
  expect([
    tournaments.filter(({ starts_at, ends_at }) => starts_at <= now && ends_at > now).length,
    tournaments.filter(({ starts_at }) => starts_at > now && starts_at <= month).length,
    tournaments.filter(({ starts_at }) => starts_at > month).length,
    tournaments.filter(({ ends_at }) => ends_at <= now).length,
  ]).toEqual([3, 5, 2, 20])
  const starts = tournaments.map(({ starts_at }) => starts_at)
  expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(5 * 366 * 86_400_000)
  expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(4 * 365 * 86_400_000)
  const largest = tournaments[0]?.id
  const entries = await db.selectFrom('entries').select('tournament_id').execute()
  expect(entries.filter(({ tournament_id }) => tournament_id === largest).length).toBe(9)
  expect(entries.length).toBe(9 + 29 * 2)
})

test('load data is the same each time', async () => {
  const amounts = async () => {
    const db = await makeLoad()
    const rows = await db
      .selectFrom('fundings')
      .select(['amount_cents', 'created_at'])
      .orderBy('id')
      .execute()
    return rows.map(row => `${row.amount_cents} ${row.created_at}`)
  }
  expect(await amounts()).toEqual(await amounts())
})

test('load data of many backers raises the goal, since each pays at least the minimum', async () => {
  const db = await makeTestDb()
  await load(db, { tournaments: 1, entries: 1, backers: 1200, updates: 0 }, await addUser(db), now)
  const { goal, held } = await db
    .selectFrom('entries')
    .select(['funding_goal_cents as goal', 'current_funding_cents as held'])
    .executeTakeFirstOrThrow()
  expect(held).toBeGreaterThanOrEqual(1_200_000)
  expect(held / goal).toBeLessThanOrEqual(0.8)
  expect(await findFaults(db)).toEqual([])
})
