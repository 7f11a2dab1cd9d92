import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type QueueItem, queueStatuses } from './item.ts'
import { canCompose, canDelete, canRetry, isInProgress, type QueueEvent, step } from './machine.ts'
import { makeMemoryStore, testItem, testRecording } from './test-support.ts'
import type { UploadFailure } from './upload-failure.ts'

const notBefore = fc.nat()
const failure: fc.Arbitrary<UploadFailure> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('later' as const, 'slotLost' as const, 'refused' as const),
    message: fc.string(),
  }),
  fc.record({ kind: fc.constant('trouble' as const), message: fc.string(), retryAfterMs: fc.constant(null) }),
)
const event: fc.Arbitrary<QueueEvent> = fc.oneof(
  fc.record({ type: fc.constant('claimed' as const), at: fc.nat() }),
  fc.constant<QueueEvent>({ type: 'slot', videoId: 'v', uploadUrl: '/files/v' }),
  fc.record({ type: fc.constant('acknowledged' as const), bytes: fc.integer({ min: -10, max: 3000 }) }),
  fc.constant<QueueEvent>({ type: 'sent' }),
  fc.constant<QueueEvent>({ type: 'accepted', videoUrl: '/media/v', durationSec: 12 }),
  fc.constant<QueueEvent>({ type: 'released' }),
  fc.record({ type: fc.constant('failed' as const), failure, notBefore }),
  fc.constant<QueueEvent>({ type: 'retried' }),
  fc.constant<QueueEvent>({
    type: 'edited',
    meta: { caption: 'Edited', tag: 'Run', visibility: 'Public' },
  }),
  fc.record({
    type: fc.constant('composed' as const),
    meta: fc.record({
      caption: fc.string(),
      tag: fc.constantFrom('Catch' as const, 'Run' as const),
      visibility: fc.constantFrom('Backers' as const, 'Public' as const),
      onUploaded: fc.constantFrom('publish' as const, 'draft' as const, null),
    }),
  }),
  fc.record({
    type: fc.constant('postFailed' as const),
    message: fc.string(),
    keepAction: fc.boolean(),
    notBefore,
  }),
  fc.constant<QueueEvent>({ type: 'posted', postId: 'p', content: testItem().meta }),
  fc.constant<QueueEvent>({ type: 'awake' }),
  fc.record({ type: fc.constant('held' as const), until: fc.nat() }),
)

/** Possible next statuses of each status. */
const follows: Record<QueueItem['status'], readonly QueueItem['status'][]> = {
  WAITING: ['UPLOADING'],
  UPLOADING: ['PROCESSING', 'WAITING', 'FAILED'],
  PROCESSING: ['READY_TO_POST', 'WAITING', 'FAILED'],
  READY_TO_POST: ['POSTED'],
  POSTED: [],
  FAILED: ['WAITING'],
}

describe('whatever happens to an item', () => {
  const whatever = (check: (before: QueueItem, after: QueueItem, event: QueueEvent) => void) =>
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), events => {
        let item = testItem()
        for (const one of events) {
          const next = step(item, one)
          check(item, next, one)
          item = next
        }
      }),
      { numRuns: 1000 },
    )

  test('its progress never falls, and stays between 0 and 1', () =>
    whatever((before, after) => {
      expect(after.progress).toBeGreaterThanOrEqual(before.progress)
      expect(after.progress).toBeLessThanOrEqual(1)
    }))

  test('it goes only from a state to one that may follow', () =>
    whatever((before, after) => {
      expect(queueStatuses).toContain(after.status)
      if (after.status !== before.status) expect(follows[before.status]).toContain(after.status)
    }))

  test('it stays the same video of the same person', () =>
    whatever((before, after) => {
      for (const key of ['id', 'ownerId', 'sizeBytes', 'durationSec', 'createdAt', 'fileName'] as const)
        expect(after[key]).toBe(before[key])
    }))

  test('its bytes are deleted only when the server has accepted them', () =>
    whatever((before, after, { type }) => {
      if (before.localUri !== null && after.localUri === null) expect(type).toBe('accepted')
    }))

  test('only the uploader’s claim makes it upload, and its release always ends that', () =>
    whatever((before, after, { type }) => {
      if (!isInProgress(before) && isInProgress(after)) expect(type).toBe('claimed')
      expect(isInProgress(step(after, { type: 'released' }))).toBe(false)
    }))

  test('is not claimed while a question about it is open, and no question opens during its upload', () =>
    whatever((before, after, event) => {
      if (event.type === 'claimed' && before.heldUntil > event.at) expect(after).toBe(before)
      if (event.type === 'held' && isInProgress(before)) expect(after).toBe(before)
      if (event.type === 'held' && canDelete(before)) expect(after.heldUntil).toBe(event.until)
    }))

  test('a failed one has a reason, and one that went on has none of a failure', () =>
    whatever((_before, after) => {
      if (after.status === 'FAILED') {
        expect(after.errorMessage).not.toBeNull()
        expect(after.failure).not.toBeNull()
      } else if (after.status !== 'WAITING') expect(after.failure).toBeNull()
    }))
})

describe('progress', () => {
  test('0 at start, 0.3 with a slot, acknowledged bytes up to 0.6, 1 when accepted', () => {
    const events: QueueEvent[] = [
      { type: 'claimed', at: 0 },
      { type: 'slot', videoId: 'v', uploadUrl: '/files/v' },
      { type: 'acknowledged', bytes: 500 },
      { type: 'acknowledged', bytes: 200 },
      { type: 'acknowledged', bytes: 1000 },
      { type: 'sent' },
      { type: 'accepted', videoUrl: '/media/v', durationSec: 12 },
    ]
    let item = testItem({ sizeBytes: 1000 })
    const progress = events.map(one => {
      item = step(item, one)
      return item.progress
    })
    expect(progress).toEqual([0, 0.3, 0.44999999999999996, 0.44999999999999996, 0.6, 0.6, 1])
    expect(item).toMatchObject({ status: 'READY_TO_POST', localUri: null, remoteUri: '/media/v' })
  })

  test('does not fall when the slot is lost and everything is sent again', () => {
    const halfway = testItem({ status: 'UPLOADING', progress: 0.45, uploadUrl: '/files/v' })
    const failure = { kind: 'slotLost', message: 'expired' } as const
    const next = step(halfway, { type: 'failed', failure, notBefore: 5 })
    expect(next).toMatchObject({ status: 'WAITING', progress: 0.45, uploadUrl: null })
    expect(next.meta.videoId).toBeNull()
  })
})

test('Retry asks for a new slot after a refusal, whose bytes the server has deleted; else it goes on in its own', () => {
  const item = testItem({
    status: 'FAILED',
    uploadUrl: '/files/v',
    meta: { ...testItem().meta, videoId: 'v' },
  })
  const slotAfter = (failure: 'refused' | 'trouble') => {
    const { uploadUrl, meta } = step({ ...item, failure }, { type: 'retried' })
    return [uploadUrl, meta.videoId]
  }
  expect(slotAfter('refused')).toEqual([null, null])
  expect(slotAfter('trouble')).toEqual(['/files/v', 'v'])
})

test('an edit changes the copy of a posted one only', () => {
  const edit = {
    type: 'edited',
    meta: { caption: 'Better words', tag: 'Run', visibility: 'Public' },
  } as const
  for (const status of queueStatuses) {
    const item = testItem({ status })
    expect(step(item, edit).meta).toEqual(status === 'POSTED' ? { ...item.meta, ...edit.meta } : item.meta)
  }
})

test('a form that opened before the upload began leaves the item its video', () => {
  const { meta } = testItem()
  const uploading = testItem({ status: 'UPLOADING', meta: { ...meta, videoId: 'v' } })
  expect(step(uploading, { type: 'composed', meta }).meta).toEqual(uploading.meta)
})

test('what may be done by hand, by state', () => {
  const may = (rule: (item: QueueItem) => boolean) =>
    queueStatuses.filter(status =>
      rule(testItem({ status, failure: status === 'FAILED' ? 'refused' : null })),
    )
  expect(may(canDelete)).toEqual(['WAITING', 'READY_TO_POST', 'FAILED'])
  expect(may(canRetry)).toEqual(['FAILED'])
  expect(may(canCompose)).toEqual(['WAITING', 'UPLOADING', 'PROCESSING', 'READY_TO_POST'])
})

type Act =
  | { kind: 'event'; id: string; event: QueueEvent }
  | { kind: 'delete'; id: string }
  | { kind: 'tabDies' }

test('no sequence of events, deletions and dying tabs loses an item or leaves one uploading without an uploader', async () => {
  const id = fc.constantFrom('a', 'b', 'c')
  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('event' as const), id, event }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
    { weight: 1, arbitrary: fc.constant<Act>({ kind: 'tabDies' }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async acts => {
      const store = makeMemoryStore()
      const expected = new Set(['a', 'b', 'c'])
      for (const one of expected) {
        await store.addSlice(one, 0, new Blob(['x']), 12_000)
        await store.finishRecording(testRecording(one))
      }
      for (const one of acts) {
        if (one.kind === 'event') await store.apply(one.id, one.event)
        else if (one.kind === 'delete') {
          const before = store.items.get(one.id)
          const isDeleted = await store.delete(one.id)
          expect(isDeleted).toBe(before !== undefined && canDelete(before))
          if (isDeleted) expected.delete(one.id)
        } else {
          for (const one of store.items.keys()) await store.apply(one, { type: 'released' })
          expect([...store.items.values()].filter(isInProgress)).toEqual([])
        }
        expect(new Set(store.items.keys())).toEqual(expected)
        for (const item of store.items.values())
          if (item.localUri !== null) expect(store.files.has(item.id)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
