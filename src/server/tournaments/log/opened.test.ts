import { expect, test } from 'bun:test'
import { noHash } from '#contract/tournaments/log-chain.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { migrations } from '../../../../db/migrations/index.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addCatch, addEntry, addRole, addScene } from '../../../../tests/support/factories.ts'
import { checkRead, readLog } from '../../../../tests/support/log.ts'
import { addRows } from '../../../../tests/support/rows.ts'
import { verifyLogs } from './index.ts'

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0060'))

test('SQLite: a database with catches opens their logs, which agree and go on', async () => {
  const database = openDatabase(':memory:')
  const old = makeDb(database)
  await migrate(database, old, before)
  const { organiser, tournament, entry } = await addScene(old)
  const empty = await addScene(old)
  await addRole(old, organiser.id)
  const rival = await addEntry(old, { tournament_id: tournament }, { name: 'Lady "Luck" ö' })
  const angler = { id: 'angler' as never, entry_id: rival, created_at: 1, removed_at: null }
  await addRows(old, 'anglers', { ...angler, name: 'Cy Young Lee', divisions: '["junior"]' })
  const later = await addCatch(old, { entry_id: entry, created_at: 2000, weight_hundredths: 8000 })
  const first = await addCatch(old, {
    entry_id: rival,
    created_at: 1000,
    weight_hundredths: 463,
    ounces: 74,
    length_hundredths: 3250,
    angler_id: angler.id,
    marks: '["dead"]',
    weighed_at: 1500,
    scale: 'Scale 1',
    witness: 'R. Cole',
    disqualified_at: 3,
    disqualified_by: organiser.id,
    disqualified_reason: 'Two lines',
  })
  const releasedFish = await addCatch(old, {
    entry_id: rival,
    created_at: 3000,
    weight_hundredths: null,
    released: 1,
  })

  await migrate(database, old)
  const site = await makeTestApp({}, {}, old)
  const { db, page } = site
  const { events, textOf } = await readLog(site, tournament, organiser.cookie)
  expect(events.map(({ kind, seq, of, by, data }) => [kind, seq, of, by, data.catchId])).toEqual([
    ['opened', 1, null, null, first],
    ['opened', 2, null, null, later],
    ['opened', 3, null, null, releasedFish],
  ])
  expect(events[0]).toMatchObject({
    prev: noHash,
    data: {
      boat: 'Lady "Luck" ö',
      weight: '74 oz',
      length: '32.50 in',
      marks: 'dead',
      scale: 'Scale 1',
      recordedAt: '1970-01-01T00:00:01.000Z',
      weighedAt: '1970-01-01T00:00:01.500Z',
      disqualified: true,
    },
  })
  expect(textOf(String(events[0]?.data.witness))).toBe('R. Cole')
  // The angler may be a minor.
  expect(textOf(String(events[0]?.data.angler))).toBe('Cy L.')
  const verify = async () => (await Array.fromAsync(verifyLogs(db))).map(({ faults }) => faults)
  expect(await verify()).toEqual([[]])
  expect((await checkRead(site, empty.tournament, { cookie: empty.organiser.cookie })).head).toBe(null)

  const json = { weight: 81 }
  const { cookie } = organiser
  expect((await page(`/api/catches/${later}`, { method: 'PATCH', json, cookie })).status).toBe(200)
  const after = await readLog(site, tournament, cookie)
  expect(after.events[3]).toMatchObject({
    kind: 'corrected',
    of: 2,
    data: { weight: ['80.00 lb', '81.00 lb'] },
  })
  expect((await checkRead(site, tournament, { cookie })).faults).toEqual([])
  expect(await verify()).toEqual([[]])
  await db.destroy()
})
