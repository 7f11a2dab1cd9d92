import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { RequestError } from '#client/lib/request.ts'
import type { QueueItem } from './item.ts'
import { largestChunk, makePace } from './pace.ts'
import { backoff, nextJob } from './schedule.ts'
import { testItem } from './test-support.ts'
import { classifyFailure, queueTexts, UploadError } from './upload-failure.ts'

const idOf = (items: QueueItem[], now = 100) => {
  const job = nextJob(items, now)
  return job.kind === 'wait' ? `until ${job.until}` : `${job.kind} ${job.item.id}`
}

describe('the next job', () => {
  test('is none for an empty queue, for what is refused, posted, or waits for the person’s decision', () => {
    expect(idOf([])).toBe('until null')
    expect(
      idOf([
        testItem({ id: 'a', status: 'FAILED', failure: 'refused' }),
        testItem({ id: 'b', status: 'POSTED' }),
        testItem({ id: 'c', status: 'READY_TO_POST' }),
      ]),
    ).toBe('until null')
  })

  test('is the oldest that waits; what failed goes last', () => {
    const failedItem = testItem({ id: 'f', createdAt: 1, status: 'FAILED', failure: 'trouble' })
    const newer = testItem({ id: 'n', createdAt: 3 })
    const older = testItem({ id: 'o', createdAt: 2 })
    expect(idOf([failedItem, newer, older])).toBe('upload o')
    expect(idOf([failedItem])).toBe('upload f')
  })

  test('is a post before anything else', () => {
    const ready = testItem({ id: 'r', createdAt: 9, status: 'READY_TO_POST' })
    const composedItem = { ...ready, meta: { ...ready.meta, onUploaded: 'publish' as const } }
    expect(idOf([testItem({ id: 'w', createdAt: 1 }), composedItem])).toBe('post r')
  })

  test('passes over what is not due yet, and waits for the earliest when nothing is', () => {
    const slow = testItem({ id: 's', createdAt: 1, notBefore: 500 })
    expect(idOf([slow, testItem({ id: 'n', createdAt: 2 })])).toBe('upload n')
    expect(idOf([slow, testItem({ id: 'l', createdAt: 2, notBefore: 300 })])).toBe('until 300')
  })
})

test('backoff doubles, is at most a minute, and at least half of it', () => {
  expect([0, 1, 2, 3, 10].map(failedAttempts => backoff(failedAttempts, 0))).toEqual([
    1000, 2000, 4000, 8000, 60_000,
  ])
  fc.assert(
    fc.property(fc.nat(1000), fc.double({ min: 0, max: 1, noNaN: true }), (failedAttempts, random) => {
      const ms = backoff(failedAttempts, random)
      expect(ms).toBeGreaterThanOrEqual(500)
      expect(ms).toBeLessThanOrEqual(60_000)
    }),
  )
})

describe('the kind of a failure', () => {
  const body = (message: string, error = 'invalid') => JSON.stringify({ message, error })
  const cases: [string, unknown, object][] = [
    ['no network', new TypeError('Failed to fetch'), { kind: 'later', message: queueTexts.noAnswer }],
    ['no answer', new UploadError(null), { kind: 'later' }],
    ['502 of a proxy', new UploadError(502, '<html>'), { kind: 'later' }],
    ['401', new RequestError(401, body('Unauthorized', 'unauthorized'), ''), { kind: 'signIn' }],
    [
      '403 of a locked site',
      new RequestError(403, body('Locked', 'site_locked'), ''),
      { kind: 'locked', message: queueTexts.siteLocked },
    ],
    [
      '403',
      new RequestError(403, body('Not yours', 'forbidden'), ''),
      { kind: 'refused', message: 'Not yours' },
    ],
    ['404', new UploadError(404), { kind: 'slotLost' }],
    ['410', new UploadError(410), { kind: 'slotLost' }],
    ['409', new UploadError(409), { kind: 'trouble', message: queueTexts.failed }],
    ['423', new UploadError(423), { kind: 'trouble' }],
    ['429', new UploadError(429, '', 9000), { kind: 'trouble', retryAfterMs: 9000 }],
    ['500', new UploadError(500, 'Internal'), { kind: 'trouble' }],
    [
      '507',
      new RequestError(507, body('The disk is full.'), ''),
      { kind: 'trouble', message: 'The disk is full.' },
    ],
    ['413', new UploadError(413, body('Too large')), { kind: 'refused', message: 'Too large' }],
    ['422', new RequestError(422, body('No video'), ''), { kind: 'refused', message: 'No video' }],
  ]
  for (const [name, error, expected] of cases)
    test(`${name}: ${JSON.stringify(expected)}`, () => expect(classifyFailure(error)).toMatchObject(expected))
})

describe('the pace of a link', () => {
  test('unknown: chunks of 2 MiB, hung after 15 s', () => {
    const pace = makePace(null)
    expect([pace.chunk(), pace.patienceMs(5_000_000)]).toEqual([largestChunk, 15_000])
  })

  test('slow: smaller chunks, and more patience while much is on its way', () => {
    const pace = makePace(null)
    pace.learn(400_000, 8000)
    expect([pace.chunk(), pace.patienceMs(0), pace.patienceMs(1_000_000)]).toEqual([
      512 * 1024,
      15_000,
      40_000,
    ])
  })

  test('measured over a pause: hung after two minutes all the same', () => {
    const pace = makePace(null)
    pace.learn(262_144, 3_600_000)
    expect(pace.patienceMs(262_144)).toBe(120_000)
  })

  test('fast again: what was learnt last counts most, and nothing is learnt from nothing', () => {
    const pace = makePace(1)
    for (let n = 0; n < 20; n += 1) pace.learn(10_000_000, 1000)
    pace.learn(0, 5000)
    pace.learn(-5, 1)
    expect([pace.chunk(), pace.patienceMs(2_000_000)]).toEqual([largestChunk, 15_000])
  })
})
