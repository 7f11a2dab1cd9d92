import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Entry, Tournament } from '#contract/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeTestApp, makeTestDb } from '../../../../tests/support/app.ts'
import { addBoat, addEntry, addScene, addTournament } from '../../../../tests/support/factories.ts'
import { changedSince, makeSnapshotStore } from './snapshot.queries.ts'

describe('the snapshot', () => {
  test('returns at once without changes, and rebuilds only the changed tournament', async () => {
    const db = await makeTestDb()
    const a = await addTournament(db)
    const b = await addTournament(db)
    const boat = await addBoat(db)
    const entry = await addEntry(db, { tournament_id: b, boat_id: boat })
    const store = makeSnapshotStore(db)
    const now = Date.now()
    const first = await store.read(now)
    expect(store.read(now)).toBe(first)
    const [keptA, keptB, revision] = [first.byId.get(a), first.byId.get(b), first.revision]
    for (const change of [
      () => db.updateTable('entries').set({ current_funding_cents: 5 }).where('id', '=', entry).execute(),
      () => db.updateTable('boats').set({ name: 'Renamed' }).where('id', '=', boat).execute(),
      () => db.updateTable('tournaments').set({ name: 'Renamed' }).where('id', '=', b).execute(),
      () => db.deleteFrom('entries').where('id', '=', entry).execute(),
    ]) {
      await change()
      const before = (await store.read(now)).byId.get(b)
      expect(before).not.toBe(keptB)
    }
    const last = await store.read(now)
    expect(last.byId.get(a)).toBe(keptA)
    expect(changedSince(last, revision).map(({ row }) => row.id)).toEqual([b])
    expect(last.entries.has(entry)).toBe(false)
  })

  test('ignores rolled back writes, and rebuilds everything after a write to an unknown table', async () => {
    const db = await makeTestDb()
    const id = await addTournament(db, { name: 'Before' })
    const store = makeSnapshotStore(db)
    const nameNow = async () => (await store.read(Date.now())).byId.get(id)?.summary.name
    expect(await nameNow()).toBe('Before')
    await inTransaction(db, async trx => {
      await trx.updateTable('tournaments').set({ name: 'Never' }).execute()
      throw new Error('no')
    }).catch(() => {})
    expect(await nameNow()).toBe('Before')
    await sql`with x as (select 'Raw' as name) update tournaments set name = (select name from x)`.execute(db)
    expect(await nameNow()).toBe('Raw')
    // Simulates another process.
    await sql`drop trigger "watch tournaments.id update"`.execute(db)
    await nameNow()
    await db.updateTable('tournaments').set({ name: 'Elsewhere' }).execute()
    expect(await nameNow()).toBe('Raw')
    db.changes.assumeEverything()
    expect(await nameNow()).toBe('Elsewhere')
  })

  test('recovers after a failed read', async () => {
    const db = await makeTestDb()
    const id = await addTournament(db, { name: 'Before' })
    const store = makeSnapshotStore(db)
    await store.read(Date.now())
    await db.updateTable('tournaments').set({ name: 'After' }).execute()
    await sql`alter table boats rename to ships`.execute(db)
    await expect(Promise.resolve(store.read(Date.now()))).rejects.toThrow()
    await sql`alter table ships rename to boats`.execute(db)
    expect((await store.read(Date.now())).byId.get(id)?.summary.name).toBe('After')
  })
})

describe('shared reads', () => {
  test('are never older than a write that was answered before, with any concurrency', async () => {
    const { page, db } = await makeTestApp()
    const scenes = [await addScene(db), await addScene(db), await addScene(db)]
    /** Entry → last acknowledged weight. */
    const answered = new Map<string, number>()
    let writing = scenes.length
    const write = async ({ entry, organiser, tournament }: (typeof scenes)[number]) => {
      try {
        for (let n = 1; n <= 40; n++) {
          const json = { weight: n, species: 'Wahoo' }
          const response = await page(`/api/tournament-entries/${entry}/catches`, {
            json,
            cookie: organiser.cookie,
          })
          expect(response.status).toBe(201)
          answered.set(entry, n)
          await new Promise(resolve => setImmediate(resolve))
          if (n % 10 === 0)
            await page(`/api/tournaments/${tournament}`, {
              method: 'PATCH',
              json: { name: `Cup ${n}` },
              cookie: organiser.cookie,
            })
        }
      } finally {
        writing -= 1
      }
    }
    const weightOf = ({ bestCatch }: Entry) => (bestCatch === null ? 0 : JSON.parse(bestCatch).weight)
    const known = new Map<string, string>()
    const read = async (path: string): Promise<string> => {
      const [etag, body] = known.get(path)?.split('\n') ?? []
      const response = await page(
        path,
        etag && Math.random() < 0.5 ? { headers: { 'if-none-match': etag } } : {},
      )
      if (response.status === 304) return body ?? ''
      const text = await response.text()
      known.set(path, `${response.headers.get('etag')}\n${text}`)
      return text
    }
    let reads = 0
    const check = async () => {
      while (writing > 0) {
        const before = new Map(answered)
        const tournaments: Tournament[] = JSON.parse(await read('/api/tournaments'))
        for (const entry of tournaments.flatMap(({ entries }) => entries))
          expect(weightOf(entry)).toBeGreaterThanOrEqual(before.get(entry.id) ?? 0)
        const between = new Map(answered)
        const leaderboard: Entry[] = JSON.parse(await read('/api/leaderboard'))
        for (const entry of leaderboard)
          expect(weightOf(entry)).toBeGreaterThanOrEqual(between.get(entry.id) ?? 0)
        const posted = new Map(answered)
        const updates = await read('/api/tournament-updates?limit=200')
        const first = await read('/api/tournament-updates')
        const newest = [...posted].map(([id, n]) => [id, n] as const)
        for (const [id, n] of newest) {
          const contents = JSON.parse(updates)
            .filter((update: { tournamentEntry: { id: string } }) => update.tournamentEntry.id === id)
            .map((update: { content: string }) => Number(/of ([\d.]+) lbs/.exec(update.content)?.[1]))
          expect(Math.max(...contents)).toBeGreaterThanOrEqual(n)
        }
        expect(JSON.parse(first).length).toBeGreaterThanOrEqual(Math.min(50, sum(posted)))
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
