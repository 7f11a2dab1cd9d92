import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { fileAnswerMs } from '#client/lib/request.ts'
import type { QueuedWeighIn } from './outbox.ts'
import { undo, weighIn } from './send-weigh-in.ts'

const weighedAt = Date.now() - 3_600_000

const late: QueuedWeighIn = {
  id: 'c',
  ownerId: 'ana',
  tournamentId: 'cup',
  entryId: 'entry',
  boat: 'Reel Deal',
  weight: '412.5',
  species: 'Blue Marlin',
  caughtAt: null,
  weighedAt,
  photo: null,
  undo: false,
  problem: null,
}
const fish = { id: 'c', weight: '412.5', species: 'Blue Marlin', unlessSimilar: true }
const photo = { data: new ArrayBuffer(4), type: 'image/webp' }
const refusal = (path: string) => ({ message: 'No.', error: 'invalid', issues: [{ path, message: 'No.' }] })

const fetchSpy = spyOn(globalThis, 'fetch')
afterEach(() => {
  fetchSpy.mockReset()
})
afterAll(() => fetchSpy.mockRestore())

/** @param answers status and body, in sequence @returns the bodies of JSON requests */
function serve(...answers: [status: number, body: object][]): unknown[] {
  const bodies: unknown[] = []
  const queue = [...answers]
  const answer = async (_: unknown, init?: RequestInit) => {
    const [status, body] = queue.shift() ?? [500, {}]
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body))
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status })
  }
  fetchSpy.mockImplementation(Object.assign(answer, { preconnect: () => {} }))
  return bodies
}

test('one that is sent at once leaves the time to the server, a late one says when it was weighed', async () => {
  const bodies = serve([201, fish], [201, fish], [201, fish])
  await weighIn({ ...late, weighedAt: Date.now() })
  await weighIn(late)
  await weighIn({ ...late, caughtAt: '2026-06-01T12:00:00.000Z' })
  expect(bodies).toEqual([
    fish,
    { ...fish, caughtAt: new Date(weighedAt).toISOString() },
    { ...fish, caughtAt: '2026-06-01T12:00:00.000Z' },
  ])
})

test('where the time of a late one is refused, the server decides; a typed time is refused', async () => {
  const bodies = serve([400, refusal('caughtAt')], [201, fish], [400, refusal('caughtAt')])
  await weighIn(late)
  expect(bodies.at(-1)).toEqual(fish)
  await expect(weighIn({ ...late, caughtAt: '2026-06-01T12:00:00.000Z' })).rejects.toThrow('400: ')
})

test('with rules each says when it was weighed, and sends what is known of the fish', async () => {
  const bodies = serve([201, fish], [201, fish])
  const item = { ...late, weight: '', isRuled: true }
  const { weight: _, ...rest } = fish
  const details = {
    length: '42.25',
    released: true as const,
    anglerId: 'a',
    marks: ['dead'],
    witness: 'R. Cole',
  }
  await weighIn({ ...item, ...details })
  await weighIn({ ...item, ounces: 66, scale: 'Scale 1', weighedAt: Date.now() })
  expect(bodies).toEqual([
    { ...rest, ...details, weighedAt: new Date(weighedAt).toISOString() },
    { ...rest, ounces: 66, scale: 'Scale 1', weighedAt: expect.any(String) },
  ])
})

test('a wrong clock doesn’t stop a weigh-in with rules; a bad length does', async () => {
  const bodies = serve([400, refusal('weighedAt')], [201, fish], [400, refusal('length')])
  const item = { ...late, isRuled: true }
  await weighIn(item)
  expect(bodies.at(-1)).toEqual(fish)
  await expect(weighIn({ ...item, length: '9999' })).rejects.toThrow('400: ')
})

test('the photo goes first; one that the server refuses is left out', async () => {
  const image = { id: 'i', url: '/images/i.webp', width: 1, height: 1 }
  const bodies = serve([201, image], [201, fish], [422, {}], [201, fish], [503, {}])
  const now = { ...late, photo, weighedAt: Date.now() }
  await weighIn(now)
  await weighIn(now)
  expect(bodies).toEqual([{ ...fish, imageId: 'i' }, fish])
  await expect(weighIn(now)).rejects.toThrow('503: ')
})

test.each([413, 415, 429, 507])('a photo that is refused with %d is left out', async status => {
  const bodies = serve([status, {}], [201, fish])
  await weighIn({ ...late, photo, weighedAt: Date.now() })
  expect(bodies).toEqual([fish])
})

test('a photo waits for the sign-in', async () => {
  serve([401, { message: 'Unauthorized' }])
  await expect(weighIn({ ...late, photo })).rejects.toThrow('401: ')
})

test('an undo that comes late gives the reason that the rules want', async () => {
  const bodies = serve([400, refusal('reason')], [204, {}])
  await undo(late)
  expect(bodies).toEqual([{ undo: true }, { reason: expect.any(String) }])
})

test('an undo of one that never arrived is done', async () => {
  serve([204, {}], [404, { error: 'not_found' }], [403, {}])
  await undo(late)
  await undo(late)
  await expect(undo(late)).rejects.toThrow('403: ')
})

test('a photo has the time that a slow link needs: while it is sent, the other weigh-ins wait', async () => {
  using limit = spyOn(AbortSignal, 'timeout')
  serve([201, { id: 'p', url: '/images/p' }], [201, fish])
  await weighIn({ ...late, photo })
  expect(limit.mock.calls[0]).toEqual([fileAnswerMs])
})
