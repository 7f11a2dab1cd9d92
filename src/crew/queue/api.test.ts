import { expect, spyOn, test } from 'bun:test'
import { queueApi } from './api.ts'
import { testItem } from './test-support.ts'

test('the server’s check of a file ends with the upload’s signal, without asking again', async () => {
  const upload = new AbortController()
  using fetching = spyOn(globalThis, 'fetch')
  fetching.mockImplementation(((_input: RequestInfo | URL, init?: RequestInit) => {
    upload.abort(new Error('offline'))
    return Promise.reject(init?.signal?.aborted ? init.signal.reason : new Error('goes on'))
  }) as typeof fetch)
  await expect(queueApi.complete(testItem(), 'v', upload.signal)).rejects.toThrow('offline')
  expect(fetching).toHaveBeenCalledTimes(1)
})

test('asking for a slot ends with the upload’s signal, without asking again', async () => {
  const upload = new AbortController()
  using fetching = spyOn(globalThis, 'fetch')
  fetching.mockImplementation(((_input: RequestInfo | URL, init?: RequestInit) => {
    upload.abort(new Error('offline'))
    return Promise.reject(init?.signal?.aborted ? init.signal.reason : new Error('goes on'))
  }) as typeof fetch)
  await expect(queueApi.slot(testItem(), upload.signal)).rejects.toThrow('offline')
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

test('a post whose first answer was lost becomes what the person has made of it since', async () => {
  const calls: unknown[] = []
  using fetching = spyOn(globalThis, 'fetch')
  fetching.mockImplementation(((_input: RequestInfo | URL, init?: RequestInit) => {
    calls.push([init?.method, JSON.parse(String(init?.body))])
    return Promise.resolve(Response.json({ id: 'p', publishedAt: '2026-06-01T12:00:00.000Z' }))
  }) as typeof fetch)
  const fields = { caption: 'For backers', tag: 'Catch', visibility: 'Backers' } as const
  const meta = { ...testItem().meta, ...fields, videoId: 'v', onUploaded: 'publish' } as const
  const creation = ['POST', { videoId: 'v', ...fields, publish: true }]
  const published = { postId: 'p', isPublished: true }
  expect(await queueApi.post(testItem({ meta }), false)).toEqual(published)
  expect(calls.splice(0)).toEqual([creation])
  expect(await queueApi.post(testItem({ meta }), true)).toEqual(published)
  const change = ['PATCH', { ...fields, published: true }]
  expect(calls.splice(0)).toEqual([creation, change])
  const posted = { ...meta, postId: 'p' }
  expect(await queueApi.post(testItem({ meta: posted }), false)).toEqual(published)
  expect(calls).toEqual([change])
  const draft = { ...meta, onUploaded: 'draft' } as const
  expect(await queueApi.post(testItem({ meta: draft }), false)).toEqual({ postId: 'p', isPublished: false })
  // The queue has published it meanwhile.
  expect(await queueApi.post(testItem({ meta: draft }), true)).toEqual(published)
})
