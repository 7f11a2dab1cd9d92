import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { makeMemoryStore } from '../queue/test-support.ts'
import { record } from './recording.ts'

/** A browser's recorder, whose slices come from the test. */
class Recorder extends EventTarget {
  static readonly isTypeSupported = () => true
  readonly mimeType = 'video/webm'
  state = 'inactive'
  constructor() {
    super()
    recorder = this
  }
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }
  addSlice() {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['x']) }))
  }
}
let recorder: Recorder

const browser = {
  MediaRecorder: Recorder,
  document: { visibilityState: 'hidden', addEventListener: () => {} },
}

beforeAll(() => {
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { configurable: true, value })
})
afterAll(() => {
  for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name)
})

test('a recording whose slices are stored is not called lost, whatever keeps it out of the queue', async () => {
  for (const name of ['QuotaExceededError', 'UnknownError']) {
    const store = makeMemoryStore()
    spyOn(store, 'finishRecording').mockRejectedValueOnce(new DOMException('no', name))
    spyOn(store, 'sizeOf').mockResolvedValueOnce({ sizeBytes: 1, lengthMs: 12_000 })
    const { ending, stop } = await record(store, {} as MediaStream, 'ana', () => null)
    recorder.addSlice()
    stop()
    expect(await ending).toEqual({ kind: 'stored' })
    expect(await store.openRecordings()).toHaveLength(1)
  }
})

test('a recording that is too short is refused, also when a full device can’t delete it', async () => {
  const store = makeMemoryStore()
  spyOn(store, 'dropRecording').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const { ending, stop } = await record(store, {} as MediaStream, 'ana', () => null)
  recorder.addSlice()
  stop()
  expect(await ending).toMatchObject({ kind: 'refused', check: { result: 'too-short' } })
})

test('a recording on a device that becomes full ends before the first slice that is missing', async () => {
  const store = makeMemoryStore()
  const adding = spyOn(store, 'addSlice')
  adding.mockResolvedValueOnce(undefined)
  adding.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const { ending } = await record(store, {} as MediaStream, 'ana', () => null)
  for (let n = 0; n < 4; n += 1) recorder.addSlice()
  expect(await ending).toEqual({ kind: 'lost', isFull: true })
  expect(adding.mock.calls.map(([, index]) => index)).toEqual([0, 1])
})

test.each([
  ['QuotaExceededError', 'full'],
  ['UnknownError', 'failed'],
] as const)(
  'a recording that %s cuts short is in the queue, and says whether the device is full',
  async (name, cutShort) => {
    const store = makeMemoryStore()
    spyOn(store, 'addSlice')
      .mockResolvedValueOnce(undefined)
      .mockRejectedValueOnce(new DOMException('no', name))
    spyOn(store, 'sizeOf').mockResolvedValueOnce({ sizeBytes: 1, lengthMs: 12_000 })
    const { ending } = await record(store, {} as MediaStream, 'ana', () => null)
    recorder.addSlice()
    recorder.addSlice()
    expect(await ending).toMatchObject({ kind: 'saved', seconds: 12, cutShort })
  },
)
