import { expect, test } from 'bun:test'
import { makeTestApp, testOrigin } from '../../../tests/support/app.ts'
import { addScene } from '../../../tests/support/factories.ts'

const origin = 'https://club.example.org'
const listOf = (header: string | null) => (header ?? '').split(',')

test('a page of a listed origin reads the next page’s address, asks by ETag and repeats a write safely', async () => {
  const { app, db } = await makeTestApp({ CORS_ORIGINS: origin })
  await addScene(db)
  await addScene(db)
  const path = `${testOrigin}/api/tournaments?limit=1`
  const response = await app.request(path, { headers: { origin } })
  expect(response.headers.get('link')).toContain('rel="next"')
  expect(listOf(response.headers.get('access-control-expose-headers'))).toEqual(
    expect.arrayContaining(['etag', 'link', 'location', 'retry-after']),
  )
  const preflight = await app.request(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,idempotency-key,if-none-match',
    },
  })
  expect(preflight.status).toBe(204)
  expect(listOf(preflight.headers.get('access-control-allow-headers'))).toEqual(
    expect.arrayContaining(['idempotency-key', 'if-none-match']),
  )
})
