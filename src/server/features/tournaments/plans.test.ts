import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addCatch,
  addEntry,
  addSigned,
  addTournament,
  addUpdate,
} from '../../../../tests/support/factories.ts'

/**
 * How the calls of a home page and a detail page ask the database, with 200 tournaments × 10 entries and 500 updates.
 * Every statement passes `Database.query`, which the data layer answers from SQLite's cache.
 */
const spy = spyOn(Database.prototype, 'query')

/** Tables that grow without end. An index that is walked to a limit is no scan of them. */
const large = ['entries', 'boats', 'updates', 'catches', 'users', 'sessions', 'crew_members', 'images']

let testApp: TestApp
let organiser: { cookie: string }
let some: { tournament: TournamentId; entry: EntryId }

beforeAll(async () => {
  testApp = await makeTestApp()
  const { db } = testApp
  const signed = await addSigned(db)
  organiser = signed
  const owner = await addSigned(db)
  const day = 86_400_000
  const boats = await Promise.all(Array.from({ length: 50 }, () => addBoat(db, { owner_id: owner.id })))
  const made: EntryId[] = []
  const tournaments: TournamentId[] = []
  for (let n = 0; n < 200; n++) {
    const start = Date.now() + ((n % 3) - 1) * 10 * day - day / 2
    const dates = { starts_at: start, ends_at: start + day }
    const tournament = await addTournament(db, { organiser_id: signed.id, ...dates })
    tournaments.push(tournament)
    for (let m = 0; m < 10; m++) {
      const boat = boats[(n + m * 5) % boats.length]
      const entry = await addEntry(db, { tournament_id: tournament, ...(boat && { boat_id: boat }) })
      if (n === 1) made.push(entry)
      if (n === 1 && m < 5) await addCatch(db, { entry_id: entry, recorded_by: signed.id })
      if (n < 50) await addUpdate(db, { entry_id: entry, author_id: signed.id })
    }
  }
  const [, tournament] = tournaments
  const [entry] = made
  if (!tournament || !entry) throw new Error('nothing was made')
  some = { tournament, entry }
}, 60_000)

afterAll(() => spy.mockRestore())

/**
 * What SQLite would scan of a large table. Asked of a copy: a statement that was only explained stays open in
 * bun:sqlite, and no transaction could commit.
 */
function scansOf(sqls: readonly string[]): string[] {
  const database = spy.mock.contexts.at(-1)
  if (!(database instanceof Database)) throw new Error('no database was opened')
  const copy = Database.deserialize(database.serialize())
  const found: string[] = []
  for (const sql of new Set(sqls)) {
    if (!/^\s*(?:select|update|delete)\b/i.test(sql) || sql.includes('temp.')) continue
    const parameters = Array<null>(sql.split('?').length - 1).fill(null)
    for (const row of copy
      .prepare<{ detail: string }, null[]>(`explain query plan ${sql}`)
      .all(...parameters)) {
      const table = /^SCAN (\w+)/.exec(row.detail)?.[1]
      if (table !== undefined && large.includes(table)) found.push(`${row.detail} ← ${sql}`)
    }
  }
  return found
}

async function queriesOf(work: () => Promise<Response>, status = 200): Promise<string[]> {
  spy.mock.calls.length = 0
  const response = await work()
  if (response.status !== status)
    throw new Error(JSON.stringify(testApp.logs.findLast(line => line.level === 'error') ?? null))
  expect(response.status).toBe(status)
  return spy.mock.calls.map(([sql]) => sql)
}

describe('a page of a full marina', () => {
  test('reads all tournaments with two statements, through indexes, and then none while nothing changes', async () => {
    const get = () => testApp.page('/api/tournaments')
    const cold = await queriesOf(get)
    const reads = cold.filter(sql => /^\s*select/i.test(sql))
    expect(reads.length).toBe(2)
    expect(scansOf(cold)).toEqual([])
    expect(await queriesOf(get)).toEqual([])
    expect(await queriesOf(() => testApp.page('/api/leaderboard'))).toEqual([])
    expect(await queriesOf(() => testApp.page(`/api/tournaments/${some.tournament}`))).toEqual([])
    expect(await queriesOf(() => testApp.page(`/api/tournament-entries/${some.entry}`))).toEqual([])
  })

  test('reads only what one write changed', async () => {
    await testApp.db.updateTable('tournaments').set({ name: 'x' }).where('id', '=', some.tournament).execute()
    const after = await queriesOf(() => testApp.page('/api/tournaments'))
    expect(after.length).toBe(3)
    expect(scansOf(after)).toEqual([])
  })

  for (const search of ['', '?limit=200', '?limit=20&cursor=9999999999999_z'])
    test(`reads updates${search} with one statement that walks an index`, async () => {
      const used = await queriesOf(() => testApp.page(`/api/tournament-updates${search}`))
      expect(used.length).toBe(1)
      expect(scansOf(used)).toEqual([])
    })

  test('reads the updates of one tournament through its index', async () => {
    const used = await queriesOf(() =>
      testApp.page(`/api/tournament-updates?tournamentId=${some.tournament}`),
    )
    expect(used.length).toBe(1)
    expect(scansOf(used)).toEqual([])
  })

  test('weighs in, corrects a position and shows the desk through indexes', async () => {
    const { cookie } = organiser
    const json = { weight: 12, species: 'Wahoo' }
    const path = `/api/tournament-entries/${some.entry}`
    const weighed = await queriesOf(() => testApp.page(`${path}/catches`, { json, cookie }), 201)
    expect(scansOf(weighed)).toEqual([])
    expect(weighed.length).toBeLessThan(30)
    const position = { method: 'PATCH', json: { currentPosition: 1 }, cookie }
    expect(scansOf(await queriesOf(() => testApp.page(path, position)))).toEqual([])
    const desk = await queriesOf(() => testApp.page(`/api/tournaments/${some.tournament}/desk`, { cookie }))
    expect(scansOf(desk)).toEqual([])
  })
})
