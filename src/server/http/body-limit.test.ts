import { describe, expect, test } from 'bun:test'
import { endpoints } from '#contract/endpoints.ts'
import { limits } from '#contract/limits.ts'
import { makeTestApp, testOrigin } from '../../../tests/support/app.ts'
import { addSigned } from '../../../tests/support/factories.ts'

const chunk = new Uint8Array(65_536)

/** Body of unknown length above the limit. @returns also the bytes read */
function endless() {
  const total = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (total.bytes > 50 * limits.jsonBody) return controller.close()
      total.bytes += chunk.length
      controller.enqueue(chunk)
    },
  })
  return { total, body }
}

describe('one body limit before every route', () => {
  test('answers 413 to a large Content-Length on every route of the API, signed in or not', async () => {
    const { app } = await makeTestApp()
    const writes = Object.keys(endpoints).filter(key => !key.startsWith('GET '))
    expect(writes.length).toBeGreaterThan(50)
    for (const key of writes) {
      if (key === 'POST /api/images' || key === 'PUT /api/admin/branding/logo') continue
      const [method = '', path = ''] = key.split(' ')
      const response = await app.request(`${testOrigin}${path.replaceAll(/:\w+/g, 'x')}`, {
        method,
        body: '{}',
        headers: { 'content-length': String(limits.jsonBody + 1), 'content-type': 'application/json' },
      })
      expect([key, response.status]).toEqual([key, 413])
      expect((await response.json()).message ?? 'The request is too large.').toBeString()
    }
  })

  test('answers 413 to a chunked body after reading no more than the limit', async () => {
    const { app, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    for (const path of [
      '/api/auth/sign-out',
      '/api/auth/sign-in',
      '/auth/v1/logout',
      '/api/tournaments',
      '/api/crew/posts/x/takedown',
      '/api/stripe/webhook',
      '/api/nothing',
      '/nothing',
    ])
      for (const type of [{}, { 'content-type': 'application/json' }]) {
        const { total, body } = endless()
        const response = await app.request(`${testOrigin}${path}`, {
          method: 'POST',
          body,
          headers: { cookie, 'sec-fetch-site': 'same-origin', ...type },
        })
        expect([path, response.status]).toEqual([path, 413])
        expect(total.bytes).toBeLessThan(2 * limits.jsonBody)
      }
  })

  test('answers in the error format of the called API', async () => {
    const { app } = await makeTestApp()
    const refusal = async (path: string) =>
      (await app.request(`${testOrigin}${path}`, { method: 'POST', body: endless().body })).json()
    expect(await refusal('/api/auth/sign-out')).toEqual({
      message: 'The request is too large.',
      error: 'too_large',
    })
    expect(await refusal('/auth/v1/signup')).toEqual({
      code: 413,
      error_code: 'validation_failed',
      msg: 'The request is too large.',
    })
  })

  test('POST /api/auth/sign-out: 204 without a body, 415 for a small one without a type', async () => {
    const { app, db, logs } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const signOut = async (body?: BodyInit) =>
      (
        await app.request(`${testOrigin}/api/auth/sign-out`, {
          method: 'POST',
          headers: { cookie, 'sec-fetch-site': 'same-origin' },
          ...(body !== undefined && { body }),
        })
      ).status
    expect(await signOut(new Blob(['{"scope":"local"}']).stream())).toBe(415)
    expect(await signOut(new Blob(['x']).stream())).toBe(415)
    expect(await signOut()).toBe(204)
    expect(logs.filter(({ level }) => level === 'error')).toEqual([])
  })
})
