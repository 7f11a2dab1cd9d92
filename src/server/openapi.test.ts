import { expect, describe as group, test } from 'bun:test'
import { type } from 'arktype'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { otherRoutes } from '#contract/other-routes.ts'
import * as schemas from '#contract/schemas.ts'
import { isRecord } from '#contract/tournaments/scoring/guards.ts'
import { makeTestApp } from '../../tests/support/app.ts'
import { isSchema } from './http/validate.ts'
import { describe, type OpenApi, toJsonSchema } from './openapi.ts'

/** Paths of empty schemas. */
function sayNothing(schema: unknown, at = 'the schema'): string[] {
  if (!isRecord(schema)) return []
  if (Object.keys(schema).length === 0) return [at]
  const { properties, items, anyOf, oneOf, allOf } = schema
  return [
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, part]) =>
      sayNothing(part, `${at}.${name}`),
    ),
    ...sayNothing(items, `${at}[]`),
    ...[anyOf, oneOf, allOf].flatMap(parts =>
      Array.isArray(parts) ? parts.flatMap((part, index) => sayNothing(part, `${at}|${index}`)) : [],
    ),
  ]
}

function openObjects(schema: unknown, at: string): string[] {
  if (!isRecord(schema)) return []
  const { type: kind, properties, additionalProperties, items, anyOf } = schema
  return [
    ...(kind === 'object' && !isRecord(properties) && !isRecord(additionalProperties) ? [at] : []),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, part]) =>
      openObjects(part, `${at}.${name}`),
    ),
    ...openObjects(items, `${at}[]`),
    ...(Array.isArray(anyOf) ? [...new Set(anyOf.flatMap(part => openObjects(part, at)))] : []),
  ]
}

/** Returns the schema of a request's or an answer's body. */
const schemaIn = (message: unknown): unknown => {
  if (!isRecord(message) || !isRecord(message.content)) return undefined
  const json = message.content['application/json']
  return isRecord(json) ? json.schema : undefined
}

async function readDescription(env: Record<string, string> = {}) {
  const testApp = await makeTestApp(env)
  const response = await testApp.page('/api/openapi.json')
  const document: OpenApi = await response.json()
  return { testApp, response, document }
}

const schemaNamed = new Map<string, unknown>(Object.entries(schemas))
const inputs = Object.entries<Endpoint>(endpoints).flatMap(([key, { body, query }]) =>
  [body, query].flatMap(name => {
    const schema = schemaNamed.get(name ?? '')
    return isSchema(schema) ? [{ key, schema, isQuery: name === query }] : []
  }),
)

group('the endpoints of the contract', () => {
  test('are exactly the mounted routes', async () => {
    const { app } = await makeTestApp()
    const routes = app.routes
      .filter(({ method, path }) => !['ALL', 'HEAD'].includes(method) && /^\/(api|auth\/v1)\//.test(path))
      .map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(routes)].sort()).toEqual(Object.keys(endpoints).sort())
  })

  test('leave out uploads, media, health and metrics, which are described beside them', async () => {
    const { app } = await makeTestApp()
    const routes = app.routes
      .filter(
        ({ method, path }) => method !== 'ALL' && /^\/(files|media|images|healthz|metrics)\b/.test(path),
      )
      // Hono routes HEAD to GET; POST of an upload only overrides the method.
      .map(({ method, path }) => `${method === 'GET' && path === '/files/:id' ? 'HEAD' : method} ${path}`)
      .filter(route => route !== 'POST /files/:id')
      .map(route => route.replace('/files/*', '/files'))
    expect([...new Set(routes)].sort()).toEqual(Object.keys(otherRoutes).sort())
  })

  test('have a summary of a few words', () => {
    const bad = Object.values({ ...endpoints, ...otherRoutes }).filter(
      ({ summary }) => summary.length < 5 || summary.length > 80 || summary.endsWith('.'),
    )
    expect(bad).toEqual([])
  })

  test('name their JSON answer', () => {
    const wrong = Object.entries<Endpoint>(endpoints).filter(([, { answer, mediaType, status = 200 }]) => {
      const isJson = mediaType === undefined && ![204, 302, 303].includes(status)
      return isJson !== (answer !== undefined)
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })
})

group('GET /api/openapi.json', () => {
  test('answers 403 while the site is locked', async () => {
    const { response } = await readDescription({ SITE_GATE: 'on' })
    expect(response.status).toBe(403)
  })

  test('answers 200 with an ETag, the same again, and 304', async () => {
    const { testApp, response } = await readDescription()
    expect(response.status).toBe(200)
    const etag = response.headers.get('etag') ?? ''
    const again = await testApp.page('/api/openapi.json')
    expect(again.headers.get('etag')).toBe(etag)
    const cached = await testApp.page('/api/openapi.json', { headers: { 'if-none-match': etag } })
    expect(cached.status).toBe(304)
  })

  test('states how many items a list holds at most', async () => {
    const { document } = await readDescription()
    const lists = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ responses }) =>
        Object.values(isRecord(responses) ? responses : {}).flatMap(answer => {
          const schema = schemaIn(answer)
          return isRecord(schema) && schema.type === 'array' ? [{ path, most: schema.maxItems }] : []
        }),
      ),
    )
    expect(lists.length).toBeGreaterThan(40)
    expect(lists.filter(({ most }) => typeof most !== 'number')).toEqual([])
    expect(lists).toContainEqual({ path: '/api/tournaments', most: 200 })
  })

  test('describes the headers of lists with pages, and 304 of reads', async () => {
    const { document } = await readDescription()
    expect(document.paths['/api/tournaments']?.get).toMatchObject({
      responses: { 200: { headers: { ETag: {}, Link: {} } }, 304: {} },
    })
    expect(document.paths['/api/tournaments']?.post).not.toHaveProperty('responses.304')
    expect(document.paths['/api/leaderboard/totals']?.get).not.toHaveProperty('responses.200.headers.Link')
  })

  test('describes each route once, with a unique operationId', async () => {
    const { document } = await readDescription()
    const operations = Object.values(document.paths).flatMap(path => Object.values(path))
    expect(operations.length).toBe(Object.keys(endpoints).length + Object.keys(otherRoutes).length)
    expect(new Set(operations.map(operation => operation.operationId)).size).toBe(operations.length)
  })

  test('resolves every reference', async () => {
    const { document } = await readDescription()
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    const resolve = (path: string) =>
      path
        .split('/')
        .reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), { ...document })
    expect(references.length).toBeGreaterThan(20)
    expect([...new Set(references)].filter(path => resolve(path) === undefined)).toEqual([])
  })

  test('describes every accepted field with a type that JSON Schema can express', () => {
    for (const { key, schema } of inputs) expect([key, ...sayNothing(toJsonSchema(schema))]).toEqual([key])
  })

  test('describes the validating schema of a body, the authentication and the refusals', async () => {
    const { document } = await readDescription()
    expect(document.paths['/api/auth/password']?.post).toMatchObject({
      summary: 'Change the password',
      operationId: 'postAuthPassword',
      security: [{ cookie: [] }, { bearer: [] }],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['currentPassword', 'password'],
              properties: { currentPassword: { type: 'string' }, password: { type: 'string' } },
            },
          },
        },
      },
      responses: {
        200: { description: 'Done' },
        400: { $ref: '#/components/responses/Error400' },
        401: { $ref: '#/components/responses/Error401' },
        429: { $ref: '#/components/responses/Error429' },
      },
    })
    expect(document.paths['/api/auth/sessions/{id}']?.delete).toMatchObject({
      parameters: [{ name: 'id', in: 'path', required: true }],
      responses: { 204: {}, 404: { $ref: '#/components/responses/Error404' } },
    })
    expect(document.paths['/auth/v1/user']?.get).toMatchObject({ security: [{ bearer: [] }] })
  })
})

group('the limits of the description', () => {
  interface Described {
    type?: unknown
    enum?: unknown
    maxLength?: number
    minLength?: number
    minimum?: number
    maximum?: number
    pattern?: string
  }

  /** Boundary values on both sides. */
  function edges({ type, enum: words, maxLength, minLength = 0, minimum, maximum, pattern }: Described) {
    const outside: unknown[] = []
    const inside: unknown[] = []
    const isText = pattern === undefined
    if (maxLength !== undefined && isText) {
      outside.push('x'.repeat(maxLength + 1))
      inside.push('x'.repeat(maxLength))
    }
    if (minLength > 0) outside.push('x'.repeat(minLength - 1))
    if (isText && type === 'string' && words === undefined) inside.push('x'.repeat(minLength || 1))
    if (minimum !== undefined) {
      outside.push(minimum - 1)
      inside.push(minimum)
    }
    if (maximum !== undefined) {
      outside.push(maximum + 1)
      inside.push(maximum)
    }
    if (!isText) outside.push('no such value!')
    return { outside, inside }
  }

  const partsOf = (property: Record<string, unknown>): Described[] =>
    Array.isArray(property.anyOf) ? property.anyOf.map(part => ({ ...property, ...part })) : [property]

  test('are the limits that are validated, for every field of every body and query', async () => {
    let count = 0
    for (const { key, schema, isQuery } of inputs) {
      const { properties } = toJsonSchema(schema)
      const problem = async (name: string, value: unknown) => {
        const input = { [name]: isQuery ? String(value) : value }
        const { issues } = await schema['~standard'].validate(input)
        return issues?.some(({ path }) => String(path?.[0]) === name) ?? false
      }
      for (const [name, property] of Object.entries(isRecord(properties) ? properties : {})) {
        if (!isRecord(property)) continue
        for (const part of partsOf(property)) {
          const { outside, inside } = edges(part)
          count += outside.length
          for (const value of outside)
            expect([key, name, value, await problem(name, value)]).toEqual([key, name, value, true])
          // The email format refuses 254 letters. JSON Schema can't describe names of time zones.
          if (!('format' in part) && name !== 'timeZone')
            for (const value of inside)
              expect([key, name, value, await problem(name, value)]).toEqual([key, name, value, false])
        }
      }
    }
    expect(count).toBeGreaterThan(100)
  })

  test('name lists whose items differ', () => {
    expect(toJsonSchema(schemas.newTieDecision)).toMatchObject({
      properties: { order: { uniqueItems: true } },
    })
  })

  test('name the refusals of uploads, and no body of POST and HEAD', async () => {
    const { document } = await readDescription()
    const responses = (path: string, method: string) => document.paths[path]?.[method]?.responses ?? {}
    const statuses = (path: string, method: string) => Object.keys(responses(path, method))
    expect(statuses('/files', 'post')).toEqual(
      expect.arrayContaining(['400', '401', '409', '412', '413', '415', '429', '507']),
    )
    expect(statuses('/files/{id}', 'head')).toEqual(expect.arrayContaining(['404', '409', '410', '412']))
    expect(statuses('/files/{id}', 'patch')).toEqual(
      expect.arrayContaining(['400', '404', '409', '410', '412', '413', '415']),
    )
    expect(statuses('/files/{id}', 'delete')).toEqual(expect.arrayContaining(['404', '409', '410', '412']))
    expect(responses('/files', 'post')).toMatchObject({ 201: { description: 'Made' } })
    for (const [path, method] of [
      ['/files', 'post'],
      ['/files/{id}', 'head'],
    ] as const)
      expect(JSON.stringify(responses(path, method))).not.toContain('text/plain')
  })

  test('name the headers that make a repeat safe and that resume the event stream', async () => {
    const { document } = await readDescription()
    const header = (name: string) => ({ name, in: 'header', required: false, schema: { type: 'string' } })
    for (const path of [
      '/api/crew/videos/upload',
      '/api/crew/posts',
      '/api/tournament-entries/{id}/handovers',
    ])
      expect(document.paths[path]?.post?.parameters).toContainEqual(header('Idempotency-Key'))
    const { parameters } = document.paths['/api/events']?.get ?? {}
    expect(parameters).toContainEqual(header('Last-Event-ID'))
    expect(parameters).toContainEqual({ ...header('since'), in: 'query' })
  })

  test('name the headers of tus, and the answer of /healthz', async () => {
    const { document } = await readDescription()
    const { '/files': files, '/files/{id}': file, '/healthz': healthz } = document.paths
    expect(files?.options).toHaveProperty('responses.204.headers.Tus-Version')
    expect(files?.post?.parameters).toContainEqual({
      ...{ name: 'Upload-Length', in: 'header', required: true },
      schema: { type: 'string' },
    })
    expect(files?.post).toHaveProperty('responses.201.headers.Location')
    expect(file?.head).toHaveProperty('responses.200.headers.Upload-Offset')
    expect(file?.patch).toHaveProperty('responses.204.headers.Upload-Offset')
    for (const method of ['head', 'patch', 'delete'])
      expect(file?.[method]?.parameters).toContainEqual({
        ...{ name: 'Tus-Resumable', in: 'header', required: true },
        schema: { type: 'string' },
      })
    expect(healthz?.get).toMatchObject({
      responses: {
        200: { content: { 'application/json': { schema: { required: ['status', 'version'] } } } },
        503: {},
      },
    })
    expect(healthz?.get).not.toHaveProperty('responses.304')
  })

  test('name the 404 of calls for owners and of things that only a body names, and the 400 of pictures', async () => {
    const { document } = await readDescription()
    const missing = (path: string, method: string, status: number) =>
      Object.keys(document.paths[path]?.[method]?.responses ?? {}).includes(`${status}`)
        ? []
        : [`${method} ${path}`]
    const forOwners = Object.entries(document.paths).flatMap(([path, operations]) =>
      path.startsWith('/api/admin/')
        ? Object.keys(operations).flatMap(method => missing(path, method, 404))
        : [],
    )
    expect(forOwners).toEqual([])
    expect([
      ...missing('/api/create-payment-intent', 'post', 404),
      ...missing('/api/crew/assignment', 'put', 404),
      ...missing('/api/crew/posts', 'post', 404),
      ...missing('/api/tournament-updates', 'post', 404),
      ...missing('/api/payouts/{id}/paid', 'delete', 409),
      ...missing('/api/images', 'post', 400),
    ]).toEqual([])
  })

  test('name the 200 of a repeated POST /api/funding beside its 201', async () => {
    const { document } = await readDescription()
    expect(Object.keys(document.paths['/api/funding']?.post?.responses ?? {})).toContain('200')
    expect(Object.keys(document.paths['/api/funding']?.post?.responses ?? {})).toContain('201')
  })
})

group('bodies and answers of the description', () => {
  /** Metadata and the API description are open by contract; the answer of rules describes what a body of them takes. */
  const open =
    /^(GET \/api\/openapi\.json answer\.(paths|components)|\w+ \/auth\/v1\/\w+ (body\.data|answer(\.user)?\.user_metadata)|(POST \/api\/tournaments|PUT \/api\/tournaments\/\{id\}\/rules) body\.rules)$/

  test('are described property by property', async () => {
    const { document } = await readDescription()
    const places = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { requestBody, responses }]) => {
        const key = `${method.toUpperCase()} ${path}`
        const successes = Object.entries(isRecord(responses) ? responses : {}).filter(([status]) =>
          status.startsWith('2'),
        )
        return [
          ...openObjects(schemaIn(requestBody), `${key} body`),
          ...successes.flatMap(([, answer]) => openObjects(schemaIn(answer), `${key} answer`)),
        ]
      }),
    )
    expect(places.filter(at => !open.test(at))).toEqual([])
    expect(places).toContain('POST /auth/v1/signup body.data')
  })

  test('finds nested open objects', () => {
    const openObject = { type: 'object', additionalProperties: true }
    expect(openObjects(openObject, 'x')).toEqual(['x'])
    expect(
      openObjects(
        { anyOf: [{ type: 'array', items: { type: 'object', properties: { a: openObject } } }] },
        'x',
      ),
    ).toEqual(['x[].a'])
  })

  test('each write of /auth/v1 takes a described body, except sign-out; tokens and links name their query', async () => {
    const { document } = await readDescription()
    const writes = Object.entries(document.paths).flatMap(([path, operations]) =>
      path.startsWith('/auth/v1/')
        ? Object.entries(operations).flatMap(([method, { requestBody }]) =>
            method !== 'get' && schemaIn(requestBody) === undefined ? [`${method} ${path}`] : [],
          )
        : [],
    )
    expect(writes).toEqual(['post /auth/v1/logout'])
    const names = (path: string, method: string) => {
      const parameters = document.paths[path]?.[method]?.parameters
      return Array.isArray(parameters) ? parameters.map(({ name }: { name: string }) => name) : []
    }
    expect(document.paths['/auth/v1/token']?.post?.parameters).toEqual([
      {
        name: 'grant_type',
        in: 'query',
        required: true,
        schema: { enum: ['password', 'refresh_token', 'pkce'] },
      },
    ])
    expect(names('/auth/v1/logout', 'post')).toEqual(['scope'])
    for (const path of ['signup', 'recover', 'resend'])
      expect(names(`/auth/v1/${path}`, 'post')).toEqual(['redirect_to'])
    expect(names('/auth/v1/user', 'put')).toEqual(['redirect_to'])
    expect(names('/auth/v1/verify', 'get')).toEqual(['type', 'token', 'token_hash', 'redirect_to'])
  })
})

group('describe', () => {
  const thing = type({
    amount: type('string | number')
      .pipe(Number)
      .narrow(value => value > 0),
    'at?': 'Date',
    'message?': 'string',
    when: 'string.date.iso.parse',
  })
  const page = type({ 'limit?': 'string.integer.parse', tag: "'a' | 'b'" })
  const routes = {
    'GET /api/things/:id': { summary: 'Read', access: 'public', query: 'listPage' },
    'POST /api/things': { summary: 'Write', access: 'user', body: 'newBoat' },
  } as const
  const own = { listPage: page, newBoat: thing }

  test('turns parameters of path and query into OpenAPI’s', async () => {
    const { paths } = await describe(routes, own)
    expect(paths['/api/things/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path' },
      { name: 'tag', in: 'query', required: true, schema: { enum: ['a', 'b'] } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'string' } },
    ])
  })

  test('describes the input of a transformation, and never throws for a custom check', async () => {
    const { paths } = await describe(routes, own)
    expect(paths['/api/things']?.post?.requestBody).toMatchObject({
      content: {
        'application/json': {
          schema: {
            properties: {
              amount: { anyOf: [{ type: 'number' }, { type: 'string' }] },
              at: { type: 'string', format: 'date-time' },
              message: { type: 'string' },
              when: { type: 'string' },
            },
          },
        },
      },
    })
  })

  test('the check finds an undescribed field', () => {
    const vague = toJsonSchema(type({ a: 'unknown', 'b?': type({ c: 'unknown' }).array() }))
    expect(sayNothing(vague)).toEqual(['the schema.a', 'the schema.b[].c'])
  })
})
