import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { UserId } from '#contract/ids.ts'
import { isRecord } from '#contract/tournaments/scoring/guards.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { OpenApi } from '#server/openapi.ts'
import { type ApiWorld, fillPath, goodBodies, makeApiWorld } from './support/api-world.ts'
import { makeTestApp, type TestApp, testOrigin } from './support/app.ts'
import { anyJson, arbitraryOf } from './support/arbitrary-of.ts'
import { addMissingRow } from './support/raw-sql.ts'
import { changeRows, removeRows } from './support/rows.ts'

/** `FUZZ_SEED` repeats a failed run. */
const seed = Number(process.env.FUZZ_SEED ?? 10)
const total = Number(process.env.FUZZ_REQUESTS ?? 8000)

type Json = Record<string, unknown>

interface Target {
  method: string
  /** An OpenAPI path: `/api/boats/{id}`. */
  path: string
  query: { name: string; schema: unknown }[]
  body: unknown
}

interface TestRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Password hashing takes 0.1 s of CPU. */
const isSlow = ({ method, path }: Target) =>
  method !== 'GET' &&
  /^\/auth\/v1\/(signup|token|user)$|^\/api\/auth\/(sign-in|sign-up|password|email|reset|user)$/.test(path)

/** tus and `PUT` uploads are not in the OpenAPI document. */
const uploads: Target[] = ['POST', 'OPTIONS'].flatMap(method => [
  { method, path: '/files', query: [], body: undefined },
])
for (const method of ['HEAD', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET'])
  uploads.push({ method, path: '/files/{id}', query: [], body: undefined })

async function readTargets(site: TestApp): Promise<Target[]> {
  const { paths }: OpenApi = await (await site.page('/api/openapi.json')).json()
  const targets = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]): Target => {
      const content = isRecord(requestBody) && isRecord(requestBody.content) ? requestBody.content : {}
      const json = content['application/json']
      return {
        method: method.toUpperCase(),
        path,
        query: Array.isArray(parameters) ? parameters.filter(each => each.in === 'query') : [],
        body: isRecord(json) ? json.schema : undefined,
      }
    }),
  )
  return [...targets, ...uploads]
}

const strangeSegment = fc.oneof(
  fc.uuid(),
  fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }).map(text => {
    try {
      return encodeURIComponent(text)
    } catch {
      return '%ED%A0%80'
    }
  }),
  fc.constantFrom(':id', '*', '%3Aid', '..%2f..%2fetc', '%00', '%', '%zz', '__proto__', 'x'.repeat(600), '.'),
)

const bytes = fc.uint8Array({ maxLength: 400 }).map(array => new Uint8Array(array))

function headersOf(world: ApiWorld, token: string): fc.Arbitrary<Record<string, string>> {
  const who = fc.constantFrom<Record<string, string>>(
    { cookie: world.me.cookie },
    { cookie: world.me.cookie },
    { cookie: world.me.cookie },
    { cookie: world.stranger.cookie },
    {},
    { authorization: `Bearer ${token}` },
    { authorization: 'Bearer a.b.c' },
    { authorization: 'Basic eDp5' },
    { cookie: 'sid=nothing; sid=again' },
  )
  const site = fc.constantFrom<Record<string, string>>(
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: testOrigin },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    {},
  )
  const odd = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { accept: 'text/html' },
        { accept: 'image/*;q=x, */*;q=0' },
        { 'if-none-match': '*' },
        { 'accept-encoding': 'gzip, br;q=0' },
        { 'idempotency-key': 'key-1' },
        { 'idempotency-key': 'k'.repeat(300) },
        { 'content-length': '99999999999' },
        { 'x-forwarded-for': '1.2.3.4, ::1, x', 'x-forwarded-proto': 'gopher' },
        { range: 'bytes=9-1' },
        { 'x-http-method-override': 'DELETE' },
        { 'x-supabase-api-version': '2024-01-01' },
        { 'stripe-signature': 't=1,v1=abc' },
      ),
    },
  )
  return fc.tuple(who, site, odd).map(([a, b, c]) => ({ ...a, ...b, ...c }))
}

const tusHeaders = fc.record(
  {
    'tus-resumable': fc.constantFrom('1.0.0', '1.0.0', '1.0.0', '0.2'),
    'upload-offset': fc.constantFrom('0', '0', '5', '-1', 'x', '99999999999999999999'),
    'upload-length': fc.constantFrom('400', '0', '-5', '1e9', '999999999999', 'x'),
    'upload-metadata': fc.constantFrom(
      `filename ${btoa('a.webm')}`,
      'filename',
      ' ,,',
      `durationSec ${btoa('x')}`,
    ),
    'content-type': fc.constantFrom('application/offset+octet-stream', 'video/webm', 'text/plain'),
  },
  { requiredKeys: ['tus-resumable'] },
)

const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'multipart/form-data; boundary=x',
  'image/png',
  undefined,
)

function requestsTo(target: Target, world: ApiWorld, token: string): fc.Arbitrary<TestRequest> {
  const { method, path, query, body } = target
  const samples = [...Object.values(world.ids), 'me@example.com', world.password, 'pi_mock_mine']
  const good = goodBodies(world)[`${method} ${path}`]
  const goodPath = fillPath(path, world.ids)
  const aPath = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constant(path.startsWith('/files') ? path.replace('{id}', world.ids.upload) : goodPath),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...samples).map(id => path.replaceAll(/\{\w+\}/g, encodeURIComponent(id))),
    },
    { weight: 1, arbitrary: strangeSegment.map(segment => path.replaceAll(/\{\w+\}/g, segment)) },
  )
  const words = fc
    .tuple(
      fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, arbitraryOf(schema, samples)])), {
        requiredKeys: [],
      }),
      fc.dictionary(
        fc.constantFrom('limit', 'cursor', 'tag', 'token', 'next', 'a', 'redirect_to', 'type'),
        fc.string(),
        {
          maxKeys: 2,
        },
      ),
    )
    .map(([parameters, other]) =>
      new URLSearchParams(
        Object.entries({ ...other, ...parameters }).map(([name, value]) => [
          name,
          wellFormed(typeof value === 'string' ? value : JSON.stringify(value)),
        ]),
      ).toString(),
    )
  const json = fc.oneof(
    { weight: 8, arbitrary: body === undefined ? fc.constant(good ?? {}) : arbitraryOf(body, samples) },
    { weight: 3, arbitrary: fc.constant(good ?? {}) },
    { weight: 1, arbitrary: anyJson },
  )
  const isUpload = path.startsWith('/files') || path === '/api/images'
  const raw: fc.Arbitrary<TestRequest['body']> = fc.oneof(
    { weight: isUpload ? 0 : 12, arbitrary: json.map(value => JSON.stringify(value)) },
    { weight: isUpload ? 6 : 1, arbitrary: bytes },
    {
      weight: 1,
      arbitrary: fc.constantFrom<TestRequest['body']>(
        '',
        '{',
        '[[[[',
        `${'['.repeat(5000)}`,
        '{"a":1}{',
        undefined,
      ),
    },
  )
  return fc
    .record({
      path: aPath,
      words,
      headers: headersOf(world, token),
      type: contentType,
      tus: path.startsWith('/files') ? tusHeaders : fc.constant({}),
      body: method === 'GET' || method === 'HEAD' ? fc.constant(undefined) : raw,
      other: fc.oneof(
        { weight: 30, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
      ),
    })
    .map(request => ({
      method: request.other,
      path: `${request.path}${request.words === '' ? '' : `?${request.words}`}`,
      headers: {
        ...request.headers,
        ...(request.type !== undefined && { 'content-type': request.type }),
        ...request.tus,
      },
      body: request.other === 'GET' ? undefined : request.body,
    }))
}

const wellFormed = (text: string) => text.toWellFormed()

/** Undoes sign-outs, deletions and cancellations in the same app, so that memory leaks show. */
async function revive(
  { db }: TestApp,
  rows: readonly [table: string, rows: readonly Json[]][],
): Promise<void> {
  await inTransaction(db, async trx => {
    for (const [table, lines] of rows)
      for (const line of lines) {
        await addMissingRow(trx, table, line)
        if (table !== 'users') continue
        const { id, email, password_hash } = line as {
          id: UserId
          email: string
          password_hash: string | null
        }
        await changeRows(trx, 'users', { email, password_hash, deleted_at: null }, { id })
      }
    await removeRows(trx, 'deleted_catches')
    await changeRows(trx, 'tournaments', { cancelled_at: null })
    await changeRows(trx, 'entries', { withdrawn_at: null })
  })
}

/** Parents first. */
const deletable = [
  'users',
  'sessions',
  'crew_members',
  'catches',
  'updates',
  'crew_videos',
  'crew_posts',
] as const

/** Stack traces, file paths and SQL. */
const internals =
  /\n\s+at .+:\d+:\d+|node_modules|src\/server|SQLITE_|\.ts:\d+|no such column|constraint failed|violates \w+ constraint|syntax error at/

test(`${total} requests that the API description suggests: no 5xx except 503 and 507, no stack trace, constant memory`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelstake-fuzz-'))
  const world = await makeApiWorld()
  const db = await world.copy()
  const site = await makeTestApp({ DATA_DIR: dataDir, MIN_FREE_MB: '0', LOG_LEVEL: 'error' }, {}, db)
  const session = await site.page('/auth/v1/token?grant_type=password', {
    json: { email: 'me@example.com', password: world.password },
  })
  const token: string = (await session.json()).access_token
  expect(token).toBeString()
  const rows: [string, Json[]][] = []
  for (const table of deletable)
    rows.push([table, (await sql<Json>`select * from ${sql.table(table)}`.execute(db)).rows])
  rows[0]?.[1].splice(
    0,
    Number.POSITIVE_INFINITY,
    ...(rows[0]?.[1].filter(({ email }) => email !== null) ?? []),
  )
  const targets = await readTargets(site)
  const slow = targets.filter(isSlow)
  const quick = targets.filter(target => !isSlow(target))
  expect([slow.length > 5, quick.length > 70]).toEqual([true, true])
  const of = (some: Target[]) => some.map(target => requestsTo(target, world, token))
  const requests = fc.oneof(
    { weight: 250, arbitrary: fc.oneof(...of(quick)) },
    { weight: 1, arbitrary: fc.oneof(...of(slow)) },
  )

  const heaps: number[] = []
  const statuses = new Map<number, number>()
  let count = 0

  async function ask({ method, path, headers, body }: TestRequest): Promise<void> {
    const response = await site.app.request(`${testOrigin}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    const { status } = response
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    count += 1
    if (count % 40 === 0) await revive(site, rows)
    if (count % (total / 4) === 0) {
      Bun.gc(true)
      heaps.push(heapStats().heapSize)
    }
    if (status >= 500 && status !== 503 && status !== 507)
      throw new Error(`${status} ${text} ${JSON.stringify(site.logs.at(-1))}`)
    if (internals.test(text)) throw new Error(`an answer shows internals: ${text}`)
    site.logs.length = 0
    site.mails.length = 0
  }

  try {
    await fc.assert(fc.asyncProperty(requests, ask), {
      seed,
      numRuns: total,
      endOnFailure: true,
      verbose: fc.VerbosityLevel.None,
    })
    // Guards against requests that never pass validation.
    const acceptedCount = [...statuses].reduce((sum, [status, times]) => sum + (status < 400 ? times : 0), 0)
    expect(acceptedCount / total).toBeGreaterThan(0.15)
    expect([...statuses.keys()]).toContain(409)
    const [first = 0, last = 0] = [heaps[0], heaps.at(-1)]
    // A leak per request would reach hundreds of megabytes after 15,000 requests.
    expect(last - first).toBeLessThan(first / 2 + 32 * 1024 * 1024)
  } finally {
    await db.destroy()
    if (existsSync(dataDir)) rmSync(dataDir, { recursive: true, force: true })
  }
}, 600_000)
