import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { makeTestApp, makeTestDb, testOrigin } from '../../../tests/support/app.ts'
import { addEntry, addSigned, addTournament } from '../../../tests/support/factories.ts'
import { inTransaction, TransactionGuardError } from '../db/connection.ts'
import { parseEnv } from '../env.ts'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../telemetry/metrics.ts'
import type { AppEnv } from './context.ts'
import { ApiError, errorResponse, tooManyAttempts } from './errors.ts'
import { cacheJson } from './etag.ts'
import { RateLimit } from './rate-limit.ts'
import { isSameOrigin } from './same-origin.ts'
import { jsonBody, query } from './validate.ts'
import { visitor } from './visitor.ts'

/** Production middleware around `routes`. */
function edge(routes: Hono<AppEnv>, env: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = []
  const app = new Hono<AppEnv>()
  app.onError((error, c) => errorResponse(c, error))
  app.use(
    visitor({
      env: parseEnv(env, '/srv'),
      log: makeLog('debug', line => void lines.push(JSON.parse(line)), false),
      metrics: makeMetrics(() => performance.now()),
    }),
  )
  app.route('/', routes)
  return { app, lines }
}

describe('jsonBody', () => {
  const { app } = edge(new Hono<AppEnv>().post('/', jsonBody('newBoat'), c => c.json(c.req.valid('json'))))
  const post = (body: string, contentType = 'application/json') =>
    app.request('/', { method: 'POST', body, headers: { 'content-type': contentType } })

  test('answers 415 for another content type', async () => {
    const response = await post('name=Ada', 'application/x-www-form-urlencoded')
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({
      message: 'Send the request as application/json.',
      error: 'unsupported_media_type',
    })
  })

  test('answers 415 to a compressed body', async () => {
    const response = await app.request('/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: Bun.gzipSync('{"name":"Ada","captainName":"Ana"}'),
    })
    expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    expect(await response.json()).toMatchObject({ error: 'unsupported_media_type' })
  })

  test('answers 400 for invalid JSON', async () => {
    const response = await post('{')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'bad_json' })
  })

  test('answers 400 for another encoding than UTF-8, which would lose letters', async () => {
    const body = Buffer.from('{"name":"Señora","captainName":"Ana"}', 'latin1')
    const response = await app.request('/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'bad_json',
      message: expect.stringContaining('UTF-8'),
    })
  })

  test('answers 415 to a body without a content type, and 400 with the missing fields without a body', async () => {
    expect(
      (await app.request('/', { method: 'POST', body: Buffer.from('{"name":"Ada","captainName":"Ana"}') }))
        .status,
    ).toBe(415)
    const response = await app.request('/', { method: 'POST' })
    expect(response.status).toBe(400)
    expect((await response.json()).issues).toMatchObject([{ path: 'captainName' }, { path: 'name' }])
  })

  test('answers 400 without a field for JSON that is not an object', async () => {
    for (const body of ['null', '[]', '"x"', '5']) {
      const response = await post(body)
      expect([body, response.status]).toEqual([body, 400])
      expect(await response.json()).toEqual({ message: 'Send a JSON object.', error: 'invalid' })
    }
  })

  test('answers 400 with every invalid field', async () => {
    const response = await post('{"name":"","captainName":3}')
    expect(response.status).toBe(400)
    const body: { issues: { path: string }[] } = await response.json()
    expect(body.issues.map(issue => issue.path).sort()).toEqual(['captainName', 'name'])
  })

  test('answers 200 with the parsed body', async () => {
    const response = await post('{"name":"Ada","captainName":"Ana"}', 'application/json; charset=utf-8')
    expect(await response.json()).toEqual({ name: 'Ada', captainName: 'Ana' })
  })
})

describe('query', () => {
  const { app } = edge(new Hono<AppEnv>().get('/', query('listPage'), c => c.json(c.req.valid('query'))))

  test('answers 400 for an invalid parameter', async () => {
    expect((await app.request('/?limit=many')).status).toBe(400)
  })
  test('answers 200 with the parsed parameter', async () => {
    expect(await (await app.request('/?limit=5')).json()).toEqual({ limit: 5 })
  })
})

describe('the error boundary', () => {
  const routes = new Hono<AppEnv>()
    .get('/known', () => {
      throw new ApiError('conflict', 'That is taken.', { headers: { 'Retry-After': '5' } })
    })
    .get('/bug', () => {
      throw new Error('SELECT secret FROM users')
    })

  test('answers a known error with its status, code and headers', async () => {
    const response = await edge(routes).app.request('/known')
    expect(response.status).toBe(409)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.json()).toEqual({ message: 'That is taken.', error: 'conflict' })
  })

  test('answers 500 without details, also before the session is read', async () => {
    const app = new Hono<AppEnv>()
    app.onError((error, c) => errorResponse(c, error))
    app.get('/', () => {
      throw new Error('select secret from /srv/db')
    })
    const response = await app.request('/')
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      message: 'Something went wrong on our side. Please try again. (Request without a number)',
      error: 'internal',
    })
  })

  test('answers 429 with the delay in words', async () => {
    const { app } = edge(
      new Hono<AppEnv>().get('/:seconds', c => {
        throw tooManyAttempts(Number(c.req.param('seconds')))
      }),
    )
    const waits = [0.3, 89, 90].map(async seconds => {
      const response = await app.request(`/${seconds}`)
      return [response.headers.get('retry-after'), (await response.json()).message]
    })
    expect(await Promise.all(waits)).toEqual([
      ['1', 'Too many attempts. Please try again in 1 second.'],
      ['89', 'Too many attempts. Please try again in 89 seconds.'],
      ['90', 'Too many attempts. Please try again in 2 minutes.'],
    ])
  })

  test('reveals only the request id of a bug; the log has it with the stack', async () => {
    const { app, lines } = edge(routes)
    const response = await app.request('/bug')
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('SELECT')
    const id = response.headers.get('x-request-id') ?? 'none'
    expect(text).toContain(id)
    const line = lines.find(({ level }) => level === 'error')
    expect(line).toMatchObject({ requestId: id, path: '/bug' })
    expect(String(line?.error)).toContain('SELECT secret')
  })
})

describe('isSameOrigin', () => {
  const ask = async (headers: Record<string, string>, publicUrl: string | null = null) => {
    const routes = new Hono<AppEnv>().get('/', c => c.json(isSameOrigin(c, publicUrl)))
    return (await edge(routes).app.request(`${testOrigin}/`, { headers })).json()
  }

  test('refuses a request without both headers', async () => expect(await ask({})).toBe(false))
  test('refuses Sec-Fetch-Site cross-site, whatever the Origin', async () =>
    expect(await ask({ 'sec-fetch-site': 'cross-site', origin: testOrigin })).toBe(false))
  test('refuses another subdomain', async () =>
    expect(await ask({ 'sec-fetch-site': 'same-site' })).toBe(false))
  test('refuses an Origin with another port or scheme, or null', async () => {
    for (const origin of [`${testOrigin}:81`, 'https://reelstake.test', 'null', `${testOrigin}.evil.example`])
      expect(await ask({ origin })).toBe(false)
  })
  test('accepts Sec-Fetch-Site same-origin', async () =>
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(true))
  test('accepts exactly the site’s Origin or PUBLIC_URL', async () => {
    expect(await ask({ origin: testOrigin })).toBe(true)
    expect(await ask({ origin: 'https://fish.example' }, 'https://fish.example')).toBe(true)
  })
})

describe('RateLimit', () => {
  async function make(points: number, rateLimit = true) {
    const clock = { now: 0 }
    const db = await makeTestDb()
    const counting = { db, env: { rateLimit }, monotonicNow: () => clock.now }
    return { clock, db, limit: new RateLimit({ name: 'test', points, windowSeconds: 10 }, counting) }
  }

  test('allows attempts up to the limit, and again after the window', async () => {
    const { clock, limit } = await make(2)
    await limit.take('a')
    await limit.take('a')
    await expect(limit.take('a')).rejects.toThrow('Too many attempts. Please try again in 10 seconds.')
    await limit.take('b')
    clock.now = 10_000
    await limit.take('a')
  })
  test('allows everything when disabled', async () => {
    const { limit } = await make(1, false)
    for (let n = 0; n < 100; n++) await limit.take('a')
  })
  test('SQLite: evicts the oldest key to bound its memory', async () => {
    const { limit } = await make(1)
    await limit.take('first')
    for (let n = 0; n < 50_000; n++) await limit.take(String(n))
    await limit.take('first')
    await expect(limit.take('49999')).rejects.toThrow('Too many attempts')
  })
  test('is used outside of transactions, whose connection others may wait for', async () => {
    const { db, limit } = await make(1)
    await expect(inTransaction(db, () => limit.take('a'))).rejects.toThrow(TransactionGuardError)
    expect(await inTransaction(db, trx => limit.takeIn(trx, 'a'))).toBe(0)
    await expect(limit.take('a')).rejects.toThrow('Too many attempts')
  })
})

describe('the API', () => {
  test('answers 404 as JSON for an unknown path', async () => {
    const { page } = await makeTestApp()
    const response = await page('/api/nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'There is nothing here.', error: 'not_found' })
  })
  test('answers 405 with Allow for the wrong method', async () => {
    const { page } = await makeTestApp()
    const response = await page('/api/tournaments', { method: 'DELETE' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('GET')
    expect(await response.json()).toMatchObject({ error: 'method_not_allowed' })
  })
  test('answers 405 with Allow outside the API too, and 404 for an unknown path', async () => {
    const { page } = await makeTestApp()
    const refusalOf = async (method: string, path: string) => {
      const { status, headers } = await page(path, { method })
      return [path, status, headers.get('allow')]
    }
    for (const path of ['/', '/login', '/boats', '/healthz', '/metrics', '/images/x'])
      for (const method of ['POST', 'DELETE'])
        expect(await refusalOf(method, path)).toEqual([path, 405, 'GET, HEAD'])
    expect(await refusalOf('GET', '/auth/v1/signup')).toEqual(['/auth/v1/signup', 405, 'POST'])
    for (const path of ['/nothing', '/auth/v1/nothing', '/api/nothing'])
      expect(await refusalOf('POST', path)).toEqual([path, 404, null])
  })

  const reads = ['/api/tournaments', '/api/leaderboard', '/api/tournament-updates', '/api/openapi.json']
  for (const accept of [
    'text/csv',
    'application/json;q=0',
    'image/*, text/html',
    'application/json;q=0, */*',
  ])
    test(`answers 406 for Accept: ${accept}`, async () => {
      const { page } = await makeTestApp()
      for (const path of reads) {
        const response = await page(path, { headers: { accept, 'accept-encoding': 'gzip' } })
        expect([path, response.status]).toEqual([path, 406])
        for (const name of ['content-encoding', 'etag']) expect(response.headers.get(name)).toBeNull()
        expect(await response.json()).toMatchObject({ error: 'not_acceptable' })
      }
    })
  test('answers 406 to a write before it has an effect', async () => {
    const { page, db } = await makeTestApp()
    const me = await addSigned(db)
    const json = { name: 'Reel Deal', captainName: 'Ana Reyes' }
    const headers = { accept: 'text/html' }
    expect((await page('/api/boats', { json, cookie: me.cookie, headers })).status).toBe(406)
    expect(await db.selectFrom('boats').selectAll().execute()).toEqual([])
    expect((await page('/api/boats', { json, cookie: me.cookie })).status).toBe(201)
  })
  test('answers 200 when JSON is one of several types, and for answers that are not JSON', async () => {
    const { page, db } = await makeTestApp()
    for (const accept of ['', '*/*', 'application/*', 'text/html, */*;q=0.1', 'APPLICATION/JSON ; q=0.5'])
      for (const path of reads) expect((await page(path, { headers: { accept } })).status).toBe(200)
    const events = await page('/api/events', { headers: { accept: 'text/event-stream' } })
    expect(events.status).toBe(200)
    await events.body?.cancel()
    const calendar = `/api/tournaments/${await addTournament(db)}/calendar.ics`
    expect((await page(calendar, { headers: { accept: 'text/calendar' } })).status).toBe(200)
    expect((await page(calendar, { headers: { accept: 'application/json' } })).status).toBe(406)
  })

  test('asks browsers for TLS on every answer behind TLS, and on none without it', async () => {
    const strict = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
      const { page } = await makeTestApp(env)
      const answers = ['/', '/api/tournaments', '/api/nothing', '/healthz', '/auth/v1/settings'].map(path =>
        page(path, { headers }),
      )
      const values = (await Promise.all(answers)).map(answer =>
        answer.headers.get('strict-transport-security'),
      )
      return [...new Set(values)]
    }
    const proxyHeaders = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
    expect(await strict({})).toEqual([null])
    expect(await strict({}, proxyHeaders)).toEqual([null])
    expect(await strict({ PUBLIC_URL: 'http://marina.example' }, proxyHeaders)).toEqual([null])
    expect(await strict({ TRUST_PROXY: 'on' }, proxyHeaders)).toEqual(['max-age=2592000'])
    expect(await strict({ PUBLIC_URL: 'https://marina.example' })).toEqual(['max-age=2592000'])
  })

  test('lets browsers store public lists, and answers 304 for them', async () => {
    const { page } = await makeTestApp()
    for (const path of ['/api/tournaments', '/api/leaderboard', '/api/crew/posts/public']) {
      const first = await page(path)
      expect([path, first.headers.get('cache-control')]).toEqual([path, 'private, no-cache'])
      const again = await page(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
      expect([path, again.status]).toEqual([path, 304])
    }
  })

  test('answers JSON to a form that no browser navigates with, and a page to one that it does', async () => {
    const { app } = await makeTestApp()
    const send = async (headers: Record<string, string>) => {
      const response = await app.request(`${testOrigin}/api/boats`, {
        method: 'POST',
        body: 'name=Reel',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: testOrigin, ...headers },
      })
      return response.headers.get('content-type')?.split(';')[0]
    }
    expect(await send({ accept: '*/*', authorization: 'Bearer x' })).toBe('application/json')
    expect(await send({})).toBe('application/json')
    expect(await send({ accept: 'text/html', 'sec-fetch-mode': 'cors' })).toBe('application/json')
    expect(await send({ accept: 'text/html,*/*;q=0.8' })).toBe('text/html')
    expect(await send({ accept: '*/*', 'sec-fetch-mode': 'navigate' })).toBe('text/html')
  })

  test('answers 304 for a known ETag', async () => {
    const { page } = await makeTestApp()
    const first = await page('/api/tournaments')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const second = await page('/api/tournaments', { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
  })
})

describe('compressed answers', () => {
  const gzip = { 'accept-encoding': 'gzip, br' }

  test('have the same JSON, an ETag per encoding, and 304 for either', async () => {
    const { page, db } = await makeTestApp()
    for (let n = 0; n < 5; n++) await addEntry(db, { tournament_id: await addTournament(db) })
    for (const path of ['/api/tournaments', '/api/tournaments?limit=4', '/api/leaderboard']) {
      const plain = await page(path)
      const small = await page(path, { headers: gzip })
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(small.headers.get('content-encoding')).toBe('gzip')
      for (const { headers } of [plain, small]) expect(headers.get('vary')).toContain('Accept-Encoding')
      const bytes = await small.bytes()
      const text = await plain.text()
      expect(bytes.length).toBeLessThan(text.length / 2)
      expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text)
      const tags = [plain, small].map(({ headers }) => headers.get('etag') ?? '')
      expect(tags[0]).not.toBe(tags[1])
      for (const tag of tags)
        for (const encoding of [{}, gzip])
          expect((await page(path, { headers: { 'if-none-match': tag, ...encoding } })).status).toBe(304)
    }
  })

  test('are not sent to clients that refuse them, for small answers or for event streams', async () => {
    const { page, db } = await makeTestApp()
    expect((await page('/api/tournaments', { headers: gzip })).headers.get('content-encoding')).toBeNull()
    for (let n = 0; n < 5; n++) await addTournament(db)
    const response = await page('/api/tournaments', { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(response.headers.get('content-encoding')).toBeNull()
    const events = await page('/api/events', { headers: gzip })
    expect(events.headers.get('content-encoding')).toBeNull()
    await events.body?.cancel()
  })

  test('are compressed once for many answers', () => {
    const cached = cacheJson(JSON.stringify(Array.from({ length: 500 }, (_, n) => n)))
    expect(cached.gzip()).toBe(cached.gzip())
  })
})
