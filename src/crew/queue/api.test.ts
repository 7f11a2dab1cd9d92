import { expect, spyOn, test } from 'bun:test'
import { queueApi } from './api.ts'
import { testItem } from './test-support.ts'

test.each([
  ['the server’s check of a file', (signal: AbortSignal) => queueApi.complete(testItem(), 'v', signal)],
  ['asking for a slot', (signal: AbortSignal) => queueApi.slot(testItem(), signal)],
])('%s ends with the upload’s signal, without asking again', async (_name, call) => {
  const upload = new AbortController()
  using fetching = spyOn(globalThis, 'fetch')
  fetching.mockImplementation(((_input: RequestInfo | URL, init?: RequestInit) => {
    upload.abort(new Error('offline'))
    return Promise.reject(init?.signal?.aborted ? init.signal.reason : new Error('goes on'))
  }) as typeof fetch)
  await expect(call(upload.signal)).rejects.toThrow('offline')
  expect(fetching).toHaveBeenCalledTimes(1)
})

test('a video that isn’t there for another account waits for its owner', async () => {
  using fetching = spyOn(globalThis, 'fetch')
  fetching.mockImplementation(((input: RequestInfo | URL) =>
    Promise.resolve(
      String(input).endsWith('/session')
        ? Response.json({ user: { id: 'bo' } })
        : Response.json({ message: 'Video not found', error: 'not_found' }, { status: 404 }),
    )) as typeof fetch)
  await expect(queueApi.discard('v', 'ana')).rejects.toMatchObject({ status: 401 })
})

test('a post that may have been made before becomes what the person has made of it since', async () => {
  const calls: unknown[] = []
  let publishedAt: string | null = '2026-06-01T12:00:00.000Z'
  using fetching = spyOn(globalThis, 'fetch')
  fetching.mockImplementation(((_input: RequestInfo | URL, init?: RequestInit) => {
    calls.push([init?.method, JSON.parse(String(init?.body))])
    return Promise.resolve(Response.json({ id: 'p', publishedAt }))
  }) as typeof fetch)
  const fields = { caption: 'For backers', tag: 'Catch', visibility: 'Backers' } as const
  const meta = { ...testItem().meta, ...fields, videoId: 'v', onUploaded: 'publish' } as const
  const creation = ['POST', { videoId: 'v', ...fields, publish: true }]
  const change = ['PATCH', { ...fields, published: true }]
  const published = { postId: 'p', isPublished: true }
  expect(await queueApi.post(testItem({ meta }))).toEqual(published)
  expect(calls.splice(0)).toEqual([creation, change])
  const posted = { ...meta, postId: 'p' }
  expect(await queueApi.post(testItem({ meta: posted }))).toEqual(published)
  expect(calls).toEqual([change])
  // The queue has published it meanwhile.
  const draft = { ...meta, onUploaded: 'draft' } as const
  expect(await queueApi.post(testItem({ meta: draft }))).toEqual(published)
  publishedAt = null
  expect(await queueApi.post(testItem({ meta: draft }))).toEqual({ postId: 'p', isPublished: false })
})
