import { expect, spyOn, test } from 'bun:test'
import { answerMs, fileAnswerMs } from '#client/lib/request.ts'
import { api } from './client.ts'
import { uploadImage } from './images.ts'

test.each([
  ['a picture', fileAnswerMs, () => uploadImage(new Blob(['x']), 'picture.webp')],
  ['other calls', answerMs, () => api('GET /api/notices/unread')],
] as const)('%s fail when the connection falls silent', async (_what, limitMs, call) => {
  using limit = spyOn(AbortSignal, 'timeout')
  limit.mockReturnValue(AbortSignal.abort(new Error('silent')))
  using fetching = spyOn(globalThis, 'fetch')
  fetching.mockImplementation(((_input: RequestInfo | URL, init?: RequestInit) =>
    init?.signal?.aborted
      ? Promise.reject(init.signal.reason)
      : Promise.resolve(Response.json(null))) as typeof fetch)
  await expect(call()).rejects.toThrow('silent')
  expect(limit).toHaveBeenCalledWith(limitMs)
})
