import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { noBrand } from '#server/branding/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeTestApp, makeTestDb } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addEntry,
  addScene,
  addTournament,
  addUser,
  type Scene,
} from '../../../../tests/support/factories.ts'
import { addManyTournaments, renameTournaments } from '../../../../tests/support/raw-sql.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { callsOf } from '../../../../tests/support/scene.ts'
import { banUser, renameBoat, setRaised, withdrawEntry } from '../../../../tests/support/states.ts'
import { Catalog } from './catalog.ts'
import type { Filter } from './listing.rules.ts'

async function setUp(budget?: number) {
  const db = await makeTestDb()
  let now = Date.now()
  const catalog = new Catalog({ db, now: () => now, branding: { read: async () => noBrand } }, budget)
  const listIds = async (filter: Filter = {}) =>
    (await catalog.list({ ...filter, size: 50, after: null })).tournaments.map(({ id }) => id)
  const turn = (to: number) => {
    now = to
  }
  return { db, catalog, listIds, start: now, turn }
}

describe('the catalog', () => {
  test('returns the same tournament until it changes, and reads only that one again', async () => {
    const { db, catalog } = await setUp()
    const [a, b] = [await addTournament(db), await addTournament(db)]
    const boat = await addBoat(db)
    const entry = await addEntry(db, { tournament_id: b, boat_id: boat })
    const [first, unchanged] = [await catalog.find(b), await catalog.find(a)]
    expect(await catalog.find(b)).toBe(first)
    let before = await catalog.find(b)
    for (const change of [
      () => setRaised(db, entry, 5),
      () => renameBoat(db, boat, 'Renamed'),
      () => changeRows(db, 'tournaments', { name: 'Renamed' }, { id: b }),
      () => withdrawEntry(db, entry),
      () => removeRows(db, 'entries', { id: entry }),
    ]) {
      const revision = await catalog.revision()
      await change()
      expect(await catalog.revision()).toBeGreaterThan(revision)
      const after = await catalog.find(b)
      expect(after).not.toBe(before)
      before = after
    }
    expect(await catalog.find(a)).toBe(unchanged)
    expect(await catalog.findEntry(entry)).toBeNull()
    await removeRows(db, 'tournaments', { id: b })
    expect(await catalog.find(b)).toBeNull()
    await catalog.revision()
    expect(catalog.revision()).toBeNumber()
  })

  test('shows no write that is rolled back', async () => {
    const { db, catalog, listIds } = await setUp()
    const id = await addTournament(db, { name: 'Before' })
    const [before, all] = [await catalog.find(id), await listIds()]
    await inTransaction(db, async trx => {
      await changeRows(trx, 'tournaments', { name: 'Never' })
      await addTournament(trx)
      throw new Error('no')
    }).catch(() => {})
    expect(await catalog.find(id)).toBe(before)
    expect(await listIds()).toEqual(all)
  })

  test('SQLite: sees a write in any form, and one of another process', async () => {
    const { db, catalog, listIds } = await setUp()
    const id = await addTournament(db, { name: 'Before' })
    const nameNow = async () => (await catalog.find(id))?.summary.name
    expect(await nameNow()).toBe('Before')
    await renameTournaments(db, 'Raw')
    expect(await nameNow()).toBe('Raw')
    // Simulates another process.
    await sql`drop trigger "watch tournaments update"`.execute(db)
    await sql`drop trigger "watch tournaments insert"`.execute(db)
    await listIds()
    await changeRows(db, 'tournaments', { name: 'Elsewhere' })
    const another = await addTournament(db)
    expect([await nameNow(), await listIds()]).toEqual(['Raw', [id]])
    db.changes.assumeEverything()
    expect([await nameNow(), (await listIds()).sort()]).toEqual(['Elsewhere', [id, another].sort()])
  })

  test('a ban of the organiser hides the tournament, and its end shows it', async () => {
    const { db, catalog, listIds } = await setUp()
    const organiser_id = await addUser(db)
    const id = await addTournament(db, { organiser_id })
    const entry = await addEntry(db, { tournament_id: id })
    const read = async () => [
      await listIds(),
      (await catalog.find(id))?.row.id,
      (await catalog.findEntry(entry))?.entry.data.id,
    ]
    const before = await read()
    expect(before).toEqual([[id], id, entry])
    await banUser(db, organiser_id)
    expect(await read()).toEqual([[], undefined, undefined])
    await banUser(db, organiser_id, null)
    expect(await read()).toEqual(before)
  })

  test('the clock changes status, category and revision at the exact millisecond, also backwards', async () => {
    const { db, catalog, listIds, start, turn } = await setUp()
    const window = limits.upcomingWindowDays * 24 * hour
    const begins = start + window + hour
    const id = await addTournament(db, { starts_at: begins, ends_at: begins + hour })
    const read = async (): Promise<unknown[]> => {
      const [upcoming, active, past] = [
        await listIds({ category: 'upcoming' }),
        await listIds({ category: 'active' }),
        await listIds({ category: 'past' }),
      ]
      return [(await catalog.find(id))?.status, upcoming.length, active.length, past.length]
    }
    const instants = [start, begins - window, begins, begins + hour]
    const expected: unknown[][] = [
      ['upcoming', 0, 0, 0],
      ['upcoming', 1, 0, 0],
      ['active', 0, 1, 0],
      ['completed', 0, 0, 1],
    ]
    const revisions = new Set<number>()
    for (const [n, at] of instants.entries()) {
      if (n > 0) {
        turn(at - 1)
        expect(await read()).toEqual(expected[n - 1] ?? [])
      }
      turn(at)
      expect(await read()).toEqual(expected[n] ?? [])
      revisions.add(await catalog.revision())
    }
    expect(revisions.size).toBe(4)
    turn(start)
    expect(await read()).toEqual(expected[0] ?? [])
  })

  test('the lists of ids stay valid when a boat is funded, and not when one enters or leaves', async () => {
    const { db, catalog } = await setUp()
    const tournament_id = await addTournament(db)
    const listWithStandings = async () =>
      (await catalog.list({ withStandings: true, size: 9, after: null })).tournaments.map(({ id }) => id)
    expect(await listWithStandings()).toEqual([])
    const entry = await addEntry(db, { tournament_id })
    expect(await listWithStandings()).toEqual([tournament_id])
    const { membership } = catalog
    await changeRows(db, 'entries', { current_funding_cents: 5, backer_count: 1 })
    await catalog.revision()
    expect(catalog.membership).toBe(membership)
    await withdrawEntry(db, entry)
    expect(await listWithStandings()).toEqual([])
  })

  test('recovers after a failed read', async () => {
    const { db, catalog } = await setUp()
    const id = await addTournament(db, { name: 'Before' })
    await catalog.find(id)
    await changeRows(db, 'tournaments', { name: 'After' })
    await sql`alter table boats rename to ships`.execute(db)
    await expect(catalog.find(id)).rejects.toThrow()
    await sql`alter table ships rename to boats`.execute(db)
    expect((await catalog.find(id))?.summary.name).toBe('After')
  })

  test('holds at most its budget, the tournaments in recent use', async () => {
    const { db, catalog } = await setUp(5000)
    const ids = []
    for (let n = 0; n < 20; n++) ids.push(await addTournament(db))
    const [first] = ids
    if (!first) throw new Error('none')
    const cached = await catalog.find(first)
    for (const id of ids) {
      expect((await catalog.find(id))?.row.id).toBe(id)
      expect(await catalog.find(first)).toBe(cached)
      expect(catalog.bytes).toBeLessThanOrEqual(5000)
    }
    expect(await catalog.findMany(ids.map(id => ({ id })))).toHaveLength(20)
    expect(catalog.bytes).toBeWithin(2500, 5001)
  })

  test('reads 5,000 tournaments of 12 boats within its budget', async () => {
    const { db, catalog } = await setUp()
    const organiser = await addUser(db)
    for (let n = 0; n < 12; n++) await addBoat(db, { owner_id: organiser })
    await addManyTournaments(db, organiser, 5000)
    const ids = await db.selectFrom('tournaments').select('id').execute()
    let read = 0
    for (let from = 0; from < ids.length; from += 50)
      read += (await catalog.findMany(ids.slice(from, from + 50))).length
    expect(read).toBe(5000)
    expect(catalog.bytes).toBeWithin(limits.catalogBytes / 2, limits.catalogBytes + 1)
  }, 60_000)

  test('a read that waits for a load sees the write that came meanwhile', async () => {
    const { db, catalog } = await setUp()
    const id = await addTournament(db, { name: 'Cup 0' })
    for (let n = 1; n <= 50; n++) {
      const early = catalog.find(id)
      await changeRows(db, 'tournaments', { name: `Cup ${n}` })
      expect((await catalog.find(id))?.summary.name).toBe(`Cup ${n}`)
      expect((await early)?.summary.name).toBeOneOf([`Cup ${n - 1}`, `Cup ${n}`])
    }
  })
})

describe('shared reads', () => {
  test('are never older than a write that was answered before, with any concurrency', async () => {
    const testApp = await makeTestApp()
    const { page, db } = testApp
    const scenes = [await addScene(db), await addScene(db), await addScene(db)]
    /** Entry → last acknowledged weight. */
    const weights = new Map<string, number>()
    let writing = scenes.length
    const write = async (scene: Scene) => {
      const { weighIn, changeTournament } = callsOf(testApp, scene)
      try {
        for (let n = 1; n <= 40; n++) {
          expect((await weighIn(n)).status).toBe(201)
          weights.set(scene.entry, n)
          await new Promise(resolve => setImmediate(resolve))
          if (n % 10 === 0) await changeTournament({ name: `Cup ${n}` })
        }
      } finally {
        writing -= 1
      }
    }
    const weightOf = ({ bestCatch }: Entry) => (bestCatch === null ? 0 : JSON.parse(bestCatch).weight)
    const cache = new Map<string, string>()
    const read = async (path: string): Promise<string> => {
      const [etag, body] = cache.get(path)?.split('\n') ?? []
      const response = await page(
        path,
        etag && Math.random() < 0.5 ? { headers: { 'if-none-match': etag } } : {},
      )
      if (response.status === 304) return body ?? ''
      const text = await response.text()
      cache.set(path, `${response.headers.get('etag')}\n${text}`)
      return text
    }
    let reads = 0
    const check = async () => {
      while (writing > 0) {
        const before = new Map(weights)
        const tournaments: Tournament[] = JSON.parse(await read('/api/tournaments'))
        for (const entry of tournaments.flatMap(({ entries }) => entries))
          expect(weightOf(entry)).toBeGreaterThanOrEqual(before.get(entry.id) ?? 0)
        const between = new Map(weights)
        const leaderboard: Entry[] = JSON.parse(await read('/api/leaderboard'))
        for (const entry of leaderboard)
          expect(weightOf(entry)).toBeGreaterThanOrEqual(between.get(entry.id) ?? 0)
        const weightsBefore = new Map(weights)
        const updates = await read('/api/tournament-updates?limit=200')
        const first = await read('/api/tournament-updates')
        const newest = [...weightsBefore].map(([id, n]) => [id, n] as const)
        for (const [id, n] of newest) {
          const contents = JSON.parse(updates)
            .filter((update: { tournamentEntry: { id: string } }) => update.tournamentEntry.id === id)
            .map((update: { content: string }) => Number(/of ([\d.]+) lbs/.exec(update.content)?.[1]))
          expect(Math.max(...contents)).toBeGreaterThanOrEqual(n)
        }
        expect(JSON.parse(first).length).toBeGreaterThanOrEqual(Math.min(50, sum(weightsBefore)))
        reads += 1
        // Gives writers a turn of the event loop.
        await new Promise(resolve => setImmediate(resolve))
      }
    }
    await Promise.all([...scenes.map(write), check(), check()])
    expect(reads).toBeGreaterThan(3)
  })
})

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, n) => total + n, 0)
