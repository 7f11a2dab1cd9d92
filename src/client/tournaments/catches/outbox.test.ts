import { describe, expect, test } from 'bun:test'
import { RequestError } from '#client/lib/request.ts'
import type { WeighIn } from '#contract/tournaments/catches.ts'
import { makeOutbox, type OutboxStore, type QueuedWeighIn } from './outbox.ts'

const ana = 'ana'
const never = () => new Promise<void>(() => {})
const offline = () => Promise.reject(new TypeError('Failed to fetch'))
const refuse = (status: number, message = 'No.') =>
  Promise.reject(new RequestError(status, JSON.stringify({ message }), ''))

const makeItem = (id: string, values: Partial<QueuedWeighIn> = {}): QueuedWeighIn => ({
  id,
  ownerId: ana,
  tournamentId: 'cup',
  entryId: 'entry',
  boat: 'Reel Deal',
  weight: '412.5',
  species: 'Blue Marlin',
  caughtAt: null,
  weighedAt: Number(id),
  photo: null,
  undo: false,
  problem: null,
  ...values,
})

const answerTo = ({ id }: QueuedWeighIn): WeighIn => JSON.parse(JSON.stringify({ id }))

function memoryStore(...items: QueuedWeighIn[]): OutboxStore {
  const itemsById = new Map(items.map(item => [item.id, item]))
  return {
    list: async () => [...itemsById.values()],
    async put(item) {
      itemsById.set(item.id, item)
      return true
    },
    async delete({ id, undo }) {
      if (itemsById.get(id)?.undo === undo) itemsById.delete(id)
    },
  }
}

/** Requests are in `calls`, callbacks in `events`. @param person id of the signed-in account, or null */
function makeDevice(store: OutboxStore, person: string | null = ana) {
  const calls: string[] = []
  const events: unknown[] = []
  const device = {
    calls,
    events,
    store,
    laters: 0,
    person,
    weighIn: async (item: QueuedWeighIn): Promise<WeighIn> => answerTo(item),
    answerTimeout: never,
  }
  const outbox = makeOutbox({
    store,
    signedInId: async () => device.person,
    weighIn(item) {
      calls.push(`weigh ${item.id}`)
      return device.weighIn(item)
    },
    async undo(item) {
      calls.push(`undo ${item.id}`)
    },
    withLock: work => work(),
    answerTimeout: () => device.answerTimeout(),
    tryLater: () => {
      device.laters += 1
    },
    onSignInNeeded: () => events.push('sign in'),
    onOtherAccount: () => events.push('other account'),
    onUndoRefused: () => events.push('undo refused'),
    onSent: ({ id }) => events.push(id),
  })
  return { device, outbox }
}

describe('submit', () => {
  test('answers what the server answered, and keeps nothing', async () => {
    const { device, outbox } = makeDevice(memoryStore())
    outbox.start(ana)
    expect(await outbox.submit(makeItem('1'))).toEqual({ kind: 'done', answer: answerTo(makeItem('1')) })
    expect([await device.store.list(), outbox.waiting.get(), device.events]).toEqual([[], [], []])
  })

  test('throws a refusal, and keeps nothing', async () => {
    const { device, outbox } = makeDevice(memoryStore())
    outbox.start(ana)
    device.weighIn = () => refuse(400)
    await expect(outbox.submit(makeItem('1'))).rejects.toThrow('400: ')
    expect(await device.store.list()).toEqual([])
  })

  test.each([
    ['the network fails', offline],
    ['the server fails', () => refuse(503)],
    ['the session has ended', () => refuse(401, 'Unauthorized')],
  ])('keeps it when %s, and sends it once later', async (_, failure) => {
    const { device, outbox } = makeDevice(memoryStore())
    outbox.start(ana)
    device.weighIn = failure
    expect(await outbox.submit(makeItem('1'))).toEqual({ kind: 'kept', isStored: true })
    await outbox.flush()
    expect(outbox.waiting.get()).toEqual([makeItem('1')])
    device.weighIn = async item => answerTo(item)
    await Promise.all([outbox.flush(), outbox.flush()])
    await outbox.flush()
    expect([outbox.waiting.get(), device.events.at(-1)]).toEqual([[], '1'])
  })

  test('does not wait forever: the answer that arrives later is told', async () => {
    const { device, outbox } = makeDevice(memoryStore())
    outbox.start(ana)
    const answer = Promise.withResolvers<WeighIn>()
    device.weighIn = () => answer.promise
    device.answerTimeout = async () => {}
    expect(await outbox.submit(makeItem('1'))).toEqual({ kind: 'kept', isStored: true })
    answer.resolve(answerTo(makeItem('1')))
    await outbox.flush()
    expect(device.events).toEqual(['1'])
  })
})

describe('after a reload', () => {
  test('sends what is stored, in order, and stops at the first network failure', async () => {
    const { device, outbox } = makeDevice(memoryStore(makeItem('2'), makeItem('1'), makeItem('3')))
    device.weighIn = item => (item.id === '2' ? offline() : Promise.resolve(answerTo(item)))
    outbox.start(ana)
    await outbox.flush()
    expect(new Set(device.calls)).toEqual(new Set(['weigh 1', 'weigh 2']))
    expect(outbox.waiting.get().map(({ id }) => id)).toEqual(['2', '3'])
    expect(device.laters).toBeGreaterThan(0)
  })

  test.each([403, 404, 409])('a %d stays with its reason, and the next is sent', async status => {
    const { device, outbox } = makeDevice(memoryStore(makeItem('1'), makeItem('2')))
    device.weighIn = item =>
      item.id === '1' ? refuse(status, 'This tournament is cancelled.') : Promise.resolve(answerTo(item))
    outbox.start(ana)
    await outbox.flush()
    const waitingItem = makeItem('1', { problem: 'This tournament is cancelled.' })
    expect(outbox.waiting.get()).toEqual([waitingItem])
    device.weighIn = async item => answerTo(item)
    await outbox.flush()
    expect(outbox.waiting.get()).toEqual([waitingItem])
    await outbox.retry(waitingItem)
    expect(outbox.waiting.get()).toEqual([])
  })
})

test('all that the rules need survives a refusal, with the server’s words', async () => {
  const fish = {
    ounces: 66,
    length: '20.5',
    released: true as const,
    marks: ['dead'],
    anglerId: 'a',
    isRuled: true,
  }
  const { device, outbox } = makeDevice(memoryStore(makeItem('1', fish)))
  device.weighIn = () => refuse(400, 'The rules have no such mark')
  outbox.start(ana)
  await outbox.flush()
  expect(outbox.waiting.get()).toEqual([makeItem('1', { ...fish, problem: 'The rules have no such mark' })])
})

describe('another person on the device', () => {
  test('does not send it, and is told that there is one', async () => {
    const { device, outbox } = makeDevice(memoryStore(makeItem('1')), 'ben')
    outbox.start('ben')
    await outbox.flush()
    expect([device.calls, outbox.waiting.get(), outbox.others.get()]).toEqual([[], [], [makeItem('1')]])
  })

  test.each([
    ['ben', 'other account'],
    [null, 'sign in'],
  ])('whose session has replaced the page’s sends nothing: %p', async (person, event) => {
    const { device, outbox } = makeDevice(memoryStore(makeItem('1')), person)
    outbox.start(ana)
    await outbox.flush()
    expect([device.calls, outbox.waiting.get(), device.events[0]]).toEqual([[], [makeItem('1')], event])
    expect(await outbox.submit(makeItem('2'))).toEqual({ kind: 'kept', isStored: true })
    expect(device.calls).toEqual([])
  })
})

describe('undo', () => {
  test('asks the server even for one that may not have arrived', async () => {
    const { device, outbox } = makeDevice(memoryStore())
    outbox.start(ana)
    device.weighIn = offline
    await outbox.submit(makeItem('1'))
    expect(await outbox.submit(makeItem('1', { undo: true }))).toEqual({ kind: 'done', answer: null })
    expect([device.calls.at(-1), await device.store.list()]).toEqual(['undo 1', []])
  })

  test('while the weigh-in is under way follows it', async () => {
    const { device, outbox } = makeDevice(memoryStore())
    outbox.start(ana)
    const [start, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<WeighIn>()]
    device.weighIn = () => {
      start.resolve()
      return answer.promise
    }
    device.answerTimeout = () => start.promise
    await outbox.submit(makeItem('1'))
    device.answerTimeout = never
    const outcome = outbox.submit(makeItem('1', { undo: true }))
    answer.resolve(answerTo(makeItem('1')))
    expect(await outcome).toEqual({ kind: 'done', answer: null })
    expect([device.calls, await device.store.list()]).toEqual([['weigh 1', 'undo 1'], []])
  })

  test('while a refused weigh-in is under way still follows it', async () => {
    const { device, outbox } = makeDevice(memoryStore(makeItem('1')))
    const [start, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<WeighIn>()]
    device.weighIn = () => {
      start.resolve()
      return answer.promise
    }
    outbox.start(ana)
    await start.promise
    device.answerTimeout = never
    const outcome = outbox.submit(makeItem('1', { undo: true }))
    while (!(await device.store.list())[0]?.undo);
    answer.reject(new RequestError(400, '{"message":"No."}', ''))
    expect(await outcome).toEqual({ kind: 'done', answer: null })
    expect([device.calls, await device.store.list()]).toEqual([['weigh 1', 'undo 1'], []])
  })

  test('that is like a known fish waits for a person, who says that it is another one', async () => {
    const store = memoryStore(makeItem('1'))
    const { device, outbox } = makeDevice(store)
    const message = 'Reel Deal has Blue Marlin of 412.5 lbs already.'
    const body = JSON.stringify({ message, issues: [{ path: 'unlessSimilar', message }] })
    device.weighIn = async item =>
      item.isOther === true ? answerTo(item) : Promise.reject(new RequestError(409, body, ''))
    outbox.start(ana)
    await outbox.flush()
    const [waitingItem] = outbox.waiting.get()
    expect(waitingItem).toMatchObject({ id: '1', problem: message, isSimilar: true })
    if (waitingItem) await outbox.retry(waitingItem)
    expect(outbox.waiting.get()).toEqual([])
  })
})
