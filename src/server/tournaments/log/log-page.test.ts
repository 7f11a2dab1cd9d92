import { expect, test } from 'bun:test'
import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import type { LogEvent } from '#contract/tournaments/log-chain.ts'
import { nameValues, pastDates } from '../../../../tests/support/factories.ts'
import { addLoggedCatches, checkRead, readLog } from '../../../../tests/support/log.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene } from '../../../../tests/support/scene.ts'

const many = 3000

test('a log of 3,000 events is read in pages, as a file and on small pages of HTML', async () => {
  const scene = await makeScene({ public_log: 1 })
  const { db, page, tournament, entry, organiser } = scene
  await changeRows(db, 'users', nameValues('Bartholomew', 'Featherstonehaugh'), { id: organiser.id })
  await addLoggedCatches(db, { tournament, entry, by: organiser.id }, many)
  const first = await (await page(`/api/tournaments/${tournament}/log`)).json()
  expect(first.events).toHaveLength(limits.logPage)
  expect((await page(`/api/tournaments/${tournament}/log?limit=${limits.logPage + 1}`)).status).toBe(400)
  expect((await page(`/api/tournaments/${tournament}/log?cursor=x`)).status).toBe(400)
  const { events } = await readLog(scene, tournament)
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: many }, (_, index) => index + 1))
  expect((await checkRead(scene, tournament)).faults).toEqual([])

  const file = await page(`/api/tournaments/${tournament}/log.ndjson`)
  expect(file.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const lines: LogEvent[] = (await file.text())
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines).toEqual(events)
  const conditional = { headers: { 'if-none-match': file.headers.get('etag') ?? '' } }
  expect((await page(`/api/tournaments/${tournament}/log.ndjson`, conditional)).status).toBe(304)

  for (const [search, from, to] of [
    ['', 2951, 3000],
    ['?before=2951', 2901, 2950],
    ['?before=2', 1, 50],
  ] as const) {
    const html = await (await page(`/tournament/${tournament}/log${search}`)).text()
    expect([search, html.includes(`Events ${from}–${to} of 3000`)]).toEqual([search, true])
    expect([...html.matchAll(/<li id="e(\d+)"/g)].map(([, seq]) => Number(seq))).toEqual(
      Array.from({ length: 50 }, (_, index) => from + index),
    )
    expect(Buffer.byteLength(html)).toBeLessThan(90_000)
  }
  await addLoggedCatches(db, { tournament, entry, by: organiser.id }, 1)
  expect((await page(`/api/tournaments/${tournament}/log.ndjson`, conditional)).status).toBe(200)
})

test('the page says which events came after the end', async () => {
  const scene = await makeScene({ public_log: 1, ...pastDates() })
  const { page, tournament, confirm } = scene
  expect((await confirm(1000)).status).toBe(201)
  const html = await (await page(`/tournament/${tournament}/log`)).text()
  expect(html).toMatch(/The tournament ended\. What follows came later\..*results confirmed/)
})

test('the page says that the tournament ended where nothing came later, on its last page', async () => {
  const scene = await makeScene({ public_log: 1, ends_at: Date.now() + hour })
  const { testApp, db, page, tournament, entry, organiser } = scene
  const read = async (search = '') => (await page(`/tournament/${tournament}/log${search}`)).text()
  expect(await read()).toContain('Nothing yet')
  testApp.setNow(Date.now() + 2 * hour)
  expect(await read()).toContain('Nothing was logged')
  await addLoggedCatches(db, { tournament, entry, by: organiser.id }, 60)
  expect(await read()).toMatch(/id="e60".*The tournament ended\. Nothing came later\./)
  expect(await read('?before=2')).not.toContain('The tournament ended')
})
