import { describe, expect, test } from 'bun:test'
import { type ChangeEvent, everything } from '#contract/event-stream.ts'
import type { Topic } from '#server/db/changes.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import { addEntry, addScene, addTournament, addUpdate, addUser } from '../../../tests/support/factories.ts'
import { makeScene } from '../../../tests/support/scene.ts'
import { moveTournament, setRaised, withdrawEntry } from '../../../tests/support/states.ts'
import { until } from '../../../tests/support/until.ts'
import { EventHub, merge } from './hub.ts'
import { stalePaths } from './stale-paths.ts'

function readerOf(body: ReadableStream<Uint8Array> | null) {
  if (!body) throw new Error('no stream')
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    async next(): Promise<{ id: string; event: string; data: ChangeEvent }> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const fields = new Map(
            text
              .slice(0, end)
              .split('\n')
              .map((line): [string, string] => [
                line.slice(0, line.indexOf(':')),
                line.slice(line.indexOf(':') + 2),
              ]),
          )
          text = text.slice(end + 2)
          const event = fields.get('event')
          if (event)
            return { id: fields.get('id') ?? '', event, data: JSON.parse(fields.get('data') ?? '{}') }
          continue
        }
        const { done, value } = await reader.read()
        if (done) throw new Error('the stream has ended')
        text += decoder.decode(value)
      }
    },
    cancel: () => reader.cancel(),
  }
}

describe('GET /api/events', () => {
  test('answers 403 while the site is locked', async () => {
    const { page } = await makeTestApp({ SITE_GATE: 'on' })
    expect((await page('/api/events')).status).toBe(403)
  })

  test('answers 503 when one network has too many open streams', async () => {
    const { page, deps } = await makeTestApp({ RATE_LIMIT: 'on' })
    const open = []
    for (let n = 0; n < 1000; n++) open.push((await page('/api/events')).body)
    expect((await page('/api/events')).status).toBe(503)
    await open[0]?.cancel()
    const again = await page('/api/events')
    expect(again.status).toBe(200)
    deps.events.hub.close()
    expect(deps.events.hub.size).toBe(0)
  })

  test('HEAD opens no stream', async () => {
    const { page, deps } = await makeTestApp()
    expect((await page('/api/events', { method: 'HEAD' })).status).toBe(200)
    expect(deps.events.hub.size).toBe(0)
  })

  test('reports changed lists, merges many writes into one event, and drops closed streams', async () => {
    const { page, db, deps, boat, entry, tournament, weighIn } = await makeScene()
    await addTournament(db)
    const response = await page('/api/events')
    expect(response.headers.get('content-type')).toStartWith('text/event-stream')
    const events = readerOf(response.body)
    expect((await events.next()).event).toBe('ready')
    expect((await events.next()).data.lists).toContain('/api/boats')
    for (const weight of [1, 2, 3]) await weighIn(weight)
    const { event, data } = await events.next()
    expect(event).toBe('change')
    for (const path of [
      '/api/leaderboard',
      '/api/tournament-updates',
      `/api/boats/${boat}`,
      `/api/tournaments/${tournament}`,
      `/api/tournaments/${tournament}/catches`,
    ])
      expect(data.lists.filter(each => each === path)).toHaveLength(1)
    expect(data.lists).not.toContain('/api/tournaments/:id')
    expect(data.lists).not.toContain('/api/boats')
    await addUpdate(db, { entry_id: entry })
    expect((await events.next()).data.lists.toSorted()).toEqual([
      '/api/admin/checklist',
      `/api/boats/${boat}`,
      '/api/my-boats',
      '/api/tournament-updates',
      `/api/tournaments/${tournament}/desk`,
      `/api/tournaments/${tournament}/protests`,
    ])
    expect(deps.events.hub.size).toBe(1)
    await events.cancel()
    expect(deps.events.hub.size).toBe(0)
  })

  test('reports a catch that changes no position to the organiser, and a crew request to owners without naming the member', async () => {
    const { page, entry, stranger, boat, tournament, weighIn } = await makeScene()
    await weighIn(20)
    const events = readerOf((await page('/api/events')).body)
    await events.next()
    await events.next()
    await weighIn(10)
    const { lists } = (await events.next()).data
    expect(lists).toContain(`/api/tournaments/${tournament}/catches`)
    expect(lists).not.toContain(`/api/tournaments/${tournament}`)
    await page('/api/crew/assignment', { method: 'PUT', json: { boatId: boat }, cookie: stranger.cookie })
    expect((await events.next()).data.lists.toSorted()).toEqual([
      '/api/admin/audit',
      '/api/admin/checklist',
      `/api/boats/${boat}`,
      `/api/boats/${boat}/crew`,
      '/api/crew/assignment',
      '/api/crew/posts/:id',
      '/api/my-boats',
      `/api/tournament-entries/${entry}/crew-posts`,
      `/api/tournament-entries/${entry}/insider`,
      `/api/tournaments/${tournament}/mine`,
    ])
    await events.cancel()
  })

  test('a funding names its tournament, a new boat the lists that it enters, and dates those that they order', async () => {
    const { page, db } = await makeTestApp()
    const { entry, tournament } = await addScene(db)
    const events = readerOf((await page('/api/events')).body)
    await events.next()
    await events.next()
    await setRaised(db, entry, 5)
    const lists = (await events.next()).data.lists
    expect(lists).toContain(`/api/tournaments/${tournament}`)
    expect(lists).not.toContain('/api/tournament-updates')
    await withdrawEntry(db, entry)
    const data = (await events.next()).data
    expect(data.lists).toContain('/api/leaderboard/totals')
    expect(data.lists).not.toContain('/api/announcements')
    await moveTournament(db, { ends_at: Date.now() }, tournament)
    expect((await events.next()).data.lists).toContain('/api/announcements')
    await events.cancel()
  })

  test('an event names ten tournaments at most', async () => {
    const { page, db } = await makeTestApp()
    const organiser_id = await addUser(db)
    for (let n = 0; n < 11; n++) await addTournament(db, { organiser_id })
    const events = readerOf((await page('/api/events')).body)
    await events.next()
    const { lists } = (await events.next()).data
    expect(lists).toContain('/api/tournaments/:id')
    expect(lists.filter(path => /\/tournaments\/[^:]/.test(path))).toEqual([])
    await events.cancel()
  })

  test('a weigh-in costs an open home page less than 10 KB', async () => {
    const { page, db, tournament, weighIn } = await makeScene()
    for (let n = 0; n < 11; n++) {
      const tournament_id = await addTournament(db)
      for (let m = 0; m < 10; m++) await addEntry(db, { tournament_id }, { name: `Boat ${n} of ${m}` })
    }
    for (let m = 0; m < 9; m++) await addEntry(db, { tournament_id: tournament }, { name: `Boat ${m}` })
    for (let n = 0; n < 10; n++) await weighIn()
    let bytes = 0
    for (const path of [
      '/api/tournament-cards?category=active&limit=12',
      '/api/leaderboard/boards?limit=3',
      '/api/tournament-updates?limit=10',
    ])
      bytes += (await (await page(path, { headers: { 'accept-encoding': 'gzip' } })).bytes()).length
    expect(bytes).toBeWithin(1000, 10_000)
  })

  test('a page gets the changes between its rendering and the start of its stream', async () => {
    const { page, db, deps } = await makeTestApp()
    const { entry } = await addScene(db)
    const watching = readerOf((await page('/api/events')).body)
    await watching.next()
    await watching.next()
    const before = await page('/kiosk')
    const { eventId }: { eventId: string } = JSON.parse(
      /<script type="application\/json" id="boot"[^>]*>(.*?)<\/script>/.exec(await before.text())?.[1] ??
        '{}',
    )
    expect(eventId).toBe(deps.events.hub.position)
    await addUpdate(db, { entry_id: entry })
    await watching.next()
    await watching.cancel()
    const late = readerOf((await page(`/api/events?since=${eventId}`)).body)
    const replay = await late.next()
    expect(replay.data.lists).toContain('/api/tournament-updates')
    expect((await late.next()).event).toBe('ready')
    await late.cancel()
    // Old URL, newer Last-Event-ID.
    const back = readerOf(
      (await page(`/api/events?since=${eventId}`, { headers: { 'last-event-id': replay.id } })).body,
    )
    expect((await back.next()).event).toBe('ready')
    await back.cancel()
  })

  test('reports a tournament that starts, ends or closes its funding by the clock alone', async () => {
    const { page, db, deps, setNow } = await makeTestApp()
    const start = Date.now()
    setNow(start)
    const closes = { funding_closes_at: start + 2000 }
    const id = await addTournament(db, { starts_at: start + 1000, ends_at: start + 3000, ...closes })
    await addEntry(db, { tournament_id: id })
    const events = readerOf((await page('/api/events')).body)
    await events.next()
    await events.next()
    await deps.events.announceClock()
    for (const after of [1000, 2000, 3000]) {
      setNow(start + after)
      await deps.events.announceClock()
      expect((await events.next()).data.lists).toContain(`/api/tournaments/${id}`)
    }
    await events.cancel()
  })
})

describe('a page that reconnects', () => {
  const change = (boat: string) => new Map<Topic, string[]>([['boats', [`boats/${boat}`]]])
  const listsOf = (boat: string) => stalePaths(change(boat), 1)
  const log = { epoch: 'epoch', position: 0 }
  const now = () => 1_000_000

  test('gets missed changes as one event, no event without changes, and a full refetch when they are unknown', async () => {
    const counting = { epoch: 'epoch', position: 7 }
    const hub = new EventHub({ log: counting, now })
    const first = readerOf(hub.open(null))
    const { id: before } = await first.next()
    for (const boat of ['a', 'b', 'a']) {
      counting.position += 2
      hub.change(change(boat))
      await first.next()
    }
    const back = readerOf(hub.open(before))
    expect((await back.next()).data).toEqual({ lists: [...new Set([...listsOf('a'), ...listsOf('b')])] })
    const ready = await back.next()
    expect(ready.event).toBe('ready')
    const latest = readerOf(hub.open(ready.id))
    expect((await latest.next()).event).toBe('ready')
    // Another process may be between two of this one's events.
    const between = readerOf(hub.open('epoch-10'))
    expect((await between.next()).data).toEqual({ lists: [...new Set([...listsOf('b'), ...listsOf('a')])] })
    for (const unknown of ['', 'x', 'otherone-9', 'epoch-6', `${ready.id}0`]) {
      const reader = readerOf(hub.open(unknown))
      expect((await reader.next()).data.lists).toEqual([everything])
    }
    hub.close()
  })

  test('an idle stream sends named beat events; they and the first say what time it is for the server', async () => {
    const hub = new EventHub({ log, now, heartbeatMs: 1 })
    const events = readerOf(hub.open(null))
    expect(await events.next()).toMatchObject({ event: 'ready', data: { now: 1_000_000 } })
    expect(await events.next()).toMatchObject({ event: 'beat', data: { now: 1_000_000 } })
    hub.close()
  })

  test('a slow consumer is disconnected', async () => {
    const hub = new EventHub({ log, now, gatherMs: 1 })
    let endCount = 0
    hub.open(null, () => {
      endCount += 1
    })
    await until(() => {
      hub.change(change('a'))
      return endCount > 0
    })
    expect(endCount).toBe(1)
    expect(hub.size).toBe(0)
  })

  test('merge lists each path once', () => {
    expect(merge([])).toBeNull()
    expect(merge([{ lists: ['/a'] }, { lists: ['/b', '/a'] }])).toEqual({ lists: ['/a', '/b'] })
  })
})
