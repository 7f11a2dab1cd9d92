import { describe, expect, test } from 'bun:test'
import {
  canonical,
  checkLog,
  commitmentText,
  type LogEnvelope,
  type LogEvent,
  noHash,
  wrongTexts,
} from './log-chain.ts'

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** Test vector of the specification. */
const vector: LogEnvelope = {
  tournament: '01970000-0000-7000-8000-000000000001',
  seq: 1,
  kind: 'weighed',
  at: '2026-06-02T15:04:05.000Z',
  by: '9d88b2843c6ebe8002b23db3b4831d7ad152af20c9de662b8b9a7f2b323e4e83',
  role: 'weigh-master',
  of: null,
  reason: null,
  prev: noHash,
  data: {
    boat: 'Reel Deal',
    catchId: '01970000-0000-7000-8000-000000000003',
    entryId: '01970000-0000-7000-8000-000000000002',
    caughtAt: '2026-06-02T15:01:00.000Z',
    species: 'Blue Marlin',
    weight: '412.50 lb',
  },
}
const vectorHash = '19481f8064e3f4fce085430b6605517534af4902f69f672f0e7cee0956a6ea68'
const salt = '00112233445566778899aabbccddeeff'

/** A chain of as many events. */
function chainOf(count: number): LogEvent[] {
  const events: LogEvent[] = []
  for (let seq = 1; seq <= count; seq += 1) {
    const envelope = { ...vector, seq, prev: events.at(-1)?.hash ?? noHash }
    events.push({ ...envelope, hash: sha256(canonical(envelope)) })
  }
  return events
}

const check = (events: LogEvent[], published: { seq: number; hash: string }[] = []) =>
  checkLog(events, { tournament: vector.tournament, sha256, published })

describe('the chain', () => {
  test('hashes the vector of the specification', async () => {
    expect(sha256(canonical(vector))).toBe(vectorHash)
    expect(sha256(commitmentText(salt, 'Ana Reyes'))).toBe(vector.by ?? '')
    expect(await check([{ ...vector, hash: vectorHash }])).toEqual({
      faults: [],
      head: { seq: 1, hash: vectorHash },
    })
    expect(await check([])).toEqual({ faults: [], head: null })
  })

  test('is written as RFC 8785 says: sorted by UTF-16, without white space, escaped as in JSON', () => {
    expect(
      canonical({ '\u20ac': 1, '\r': [true, null, 'ö"\u000f\n'], '\ud83d\ude02': 4.5, 1: {}, '\ufb33': 'x' }),
    ).toBe('{"\\r":[true,null,"ö\\"\\u000f\\n"],"1":{},"€":1,"😂":4.5,"\ufb33":"x"}')
  })

  test('shows a changed field of any event', async () => {
    const events = chainOf(3)
    const published = [{ seq: 3, hash: events[2]?.hash ?? '' }]
    expect((await check(events, published)).faults).toEqual([])
    const changes: Partial<LogEvent>[] = [
      { at: '2026-06-02T15:04:05.001Z' },
      { by: null },
      { data: { ...vector.data, weight: '412.51 lb' } },
      { kind: 'opened' },
      { of: 1 },
      { prev: 'f'.repeat(64) },
      { reason: 'f'.repeat(64) },
      { role: 'organiser' },
      { seq: 9 },
      { tournament: '01970000-0000-7000-8000-000000000009' },
      { hash: 'f'.repeat(64) },
    ]
    for (const at of [0, 1, 2])
      for (const change of changes) {
        const copy = events.map((event, index) => (index === at ? { ...event, ...change } : event))
        expect((await check(copy, published)).faults.length).toBeGreaterThan(0)
      }
  })

  test('shows a missing, a moved and an inserted event, and with a copy of the head a shorter or a rewritten log', async () => {
    const events = chainOf(4)
    const [a, b, c, d] = events as [LogEvent, LogEvent, LogEvent, LogEvent]
    for (const log of [
      [a, c, d],
      [b, c, d],
      [a, c, b, d],
      [a, b, b, c, d],
    ])
      expect((await check(log)).faults.length).toBeGreaterThan(0)
    const head = { seq: 4, hash: d.hash }
    expect((await check([a, b, c])).faults).toEqual([])
    expect((await check([a, b, c], [head])).faults).toEqual([{ seq: 4, what: 'missing' }])
    expect((await check(events, [{ seq: 2, hash: a.hash }])).faults).toEqual([
      { seq: 2, what: 'not as published' },
    ])
  })

  test('names texts that are not what was committed to', async () => {
    const hash = sha256(commitmentText(salt, 'Ana Reyes'))
    expect(await wrongTexts({ [hash]: { salt, text: 'Ana Reyes' } }, sha256)).toEqual([])
    expect(await wrongTexts({ [hash]: { salt, text: 'Ana Rays' } }, sha256)).toEqual([hash])
  })
})
