import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addSigned } from '../../../../tests/support/factories.ts'
import { makeMediaApp, removeDisks, slotOf, tus } from '../../../../tests/support/uploads.ts'

afterAll(removeDisks)

let app: Awaited<ReturnType<typeof makeMediaApp>>
let cookie: string
let url: string

beforeAll(async () => {
  app = await makeMediaApp()
  cookie = (await addSigned(app.db)).cookie
  url = (await slotOf(app, cookie, { sizeBytes: 10 })).uploadUrl
})

const bytes = new Uint8Array(2)
const seen = async (response: Response) => [response.status, (await response.json()).error]
const offset = async () => (await tus(app, 'HEAD', url)).headers.get('upload-offset')
const create = (headers: Record<string, string>) =>
  tus(app, 'POST', '/files', { cookie, 'sec-fetch-site': 'same-origin', ...headers })

describe('tus 1.0, to the letter', () => {
  test('412 with the versions there are, for another one and for none, and nothing is done', async () => {
    for (const version of ['0.2.2', '']) {
      for (const [method, at] of [
        ['HEAD', url],
        ['PATCH', url],
        ['DELETE', url],
      ] as const) {
        const response = await tus(app, method, at, { 'tus-resumable': version, 'upload-offset': '0' })
        expect([response.status, response.headers.get('tus-version')]).toEqual([412, '1.0.0'])
      }
      const made = await create({ 'tus-resumable': version, 'upload-length': '5' })
      expect(await seen(made)).toEqual([412, 'precondition_failed'])
    }
    expect(await offset()).toBe('0')
  })

  test('415 for a PATCH of another type, 400 for one that does not say from where or changes the length', async () => {
    const patch = (headers: Record<string, string>) => tus(app, 'PATCH', url, headers, bytes)
    expect(await seen(await patch({ 'upload-offset': '0', 'content-type': 'video/webm' }))).toEqual([
      415,
      'unsupported_media_type',
    ])
    for (const headers of [
      {},
      { 'upload-offset': '-1' },
      { 'upload-offset': 'x' },
      { 'upload-offset': '0', 'upload-length': '20' },
    ])
      expect(await seen(await patch(headers))).toEqual([400, 'invalid'])
    expect(await offset()).toBe('0')
  })

  test('400 for extensions that are not announced, with what to do, and without a word in the log', async () => {
    const lines = app.logs.length
    expect(await seen(await create({ 'upload-defer-length': '1' }))).toEqual([400, 'invalid'])
    expect(await seen(await create({ 'upload-concat': 'partial', 'upload-length': '5' }))).toEqual([
      400,
      'invalid',
    ])
    expect(app.logs.slice(lines).filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a POST that means PATCH, HEAD or DELETE is taken for one; 405 for any other', async () => {
    const posted = (method: string, headers = {}, body?: Uint8Array<ArrayBuffer>) =>
      tus(app, 'POST', url, { 'x-http-method-override': method, ...headers }, body)
    expect(await seen(await posted('GET'))).toEqual([405, 'method_not_allowed'])
    expect(await seen(await tus(app, 'POST', url))).toEqual([405, 'method_not_allowed'])
    const type = { 'content-type': 'application/offset+octet-stream' }
    const patched = await posted('PATCH', { 'upload-offset': '0', ...type }, bytes)
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '2'])
    expect((await posted('HEAD')).headers.get('upload-offset')).toBe('2')
    expect((await posted('DELETE')).status).toBe(204)
    expect((await tus(app, 'HEAD', url)).status).toBe(404)
  })
})
