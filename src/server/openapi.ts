import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { findTargetHandler } from 'hono/utils/handler'
import { limitNames, limitsOf } from '#contract/described.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { requireUser } from './features/auth/index.ts'
import type { AppEnv } from './http/context.ts'
import { jsonWithEtag } from './http/etag.ts'
import { type DescribedHandler, type LazySchema, type Schema, schemaOf } from './http/validate.ts'
import { answers } from './openapi.answers.ts'
import { operations } from './openapi.table.ts'

type Json = Record<string, unknown>

/** A description of the API, OpenAPI 3.1. */
export interface OpenApi {
  openapi: '3.1.0'
  info: Json
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** One operation as the routes have it: what stands before its handler says what it takes and who may call it. */
export interface Found {
  /** `GET /api/tournaments/:id` */
  key: string
  method: string
  path: string
  needsUser: boolean
  body: LazySchema<unknown> | null
  query: LazySchema<unknown> | null
}

/** Mounted at /api. The description is made at the first request, because that loads every schema. */
export function openApiRoutes(routes: () => readonly RouterRoute[]) {
  let made: Promise<OpenApi> | undefined
  return new Hono<AppEnv>().get('/openapi.json', async c => {
    made ??= describe(routes()).catch(error => {
      made = undefined
      throw error
    })
    return jsonWithEtag(c, await made)
  })
}

/** Every operation below /api and /auth/v1. What is mounted for all methods is middleware, and no operation. */
export function findOperations(routes: readonly RouterRoute[]): Found[] {
  const found = new Map<string, Found>()
  for (const { method, path, handler } of routes) {
    if (method === 'ALL' || method === 'HEAD' || !/^\/(api|auth\/v1)\//.test(path)) continue
    const key = `${method} ${path}`
    const operation = found.get(key) ?? {
      key,
      method,
      path,
      needsUser: operations[key]?.signedIn === true,
      body: null,
      query: null,
    }
    // Below an app with an error handler of its own, Hono wraps each handler.
    const target = findTargetHandler(handler)
    if (target === requireUser) operation.needsUser = true
    const schema = isDescribed(target) ? target[schemaOf] : undefined
    if (schema) operation[schema.in === 'json' ? 'body' : 'query'] = schema.load
    found.set(key, operation)
  }
  return [...found.values()]
}

const isDescribed = (handler: object): handler is DescribedHandler => schemaOf in handler

/** The description of these routes, from the very schemas that validate. Loads all of them. */
export async function describe(routes: readonly RouterRoute[]): Promise<OpenApi> {
  const paths: OpenApi['paths'] = {}
  for (const found of findOperations(routes)) {
    const path = found.path.replace(parameter, '{$1}')
    paths[path] = { ...paths[path], [found.method.toLowerCase()]: await describeOperation(found) }
  }
  return { openapi: '3.1.0', info, paths, components }
}

const parameter = /:(\w+)(?:\{[^}]*\})?\??/g

const info = {
  title: 'Reelstake',
  version: '1',
  description: [
    'Backing fishing tournament boats. Ids are opaque strings, times are ISO 8601 in UTC.',
    'Money is a decimal string with two places in answers; requests take a number or a decimal string.',
    'Reads of data carry an ETag. Lists that can grow take `limit` and `cursor`; the next one is in `Link`.',
    'While the site is locked, calls need the cookie of the gate or a bearer token.',
    'A write on the word of a cookie must come from a page of this site.',
  ].join(' '),
}

async function describeOperation(found: Found): Promise<Json> {
  const { key, method, path, needsUser } = found
  const known = operations[key]
  const isProgram = path.startsWith('/auth/v1/')
  const names = [...path.matchAll(parameter)].flatMap(([, name]) => name ?? [])
  const body = found.body ? await toJsonSchema(found.body) : known?.body
  const query = found.query ? await toJsonSchema(found.query) : known?.query
  const parameters = [
    ...names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(query ? queryParameters(query) : []),
  ]
  const content = body
    ? { 'application/json': { schema: body } }
    : known?.takes && Object.fromEntries(known.takes.map(type => [type, {}]))
  const refusals: ErrorCode[] = [
    ...(found.body ? (['invalid', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(query ? (['invalid'] as const) : []),
    ...(needsUser ? (['unauthorized'] as const) : []),
    ...(names.length > 0 ? (['not_found'] as const) : []),
    'forbidden',
    ...(known?.refuses ?? []),
  ]
  return {
    summary: known?.does ?? key,
    operationId: operationId(method, path),
    tags: [isProgram ? 'auth/v1' : (path.split('/')[2] ?? 'api')],
    security: securityOf(isProgram, needsUser),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...success(known?.answers ?? 200, known?.gives ?? 'application/json', answers[key]),
      ...(known?.again && success(known.again, 'application/json', answers[key])),
      ...(isProgram
        ? { default: { $ref: '#/components/responses/AccountError' } }
        : {
            ...Object.fromEntries(refusals.map(code => [errorStatus[code], responseFor(errorStatus[code])])),
            default: { $ref: '#/components/responses/Error' },
          }),
    },
  }
}

/** No cookie opens the programs' door; elsewhere whoever is signed in may see more than the public does. */
function securityOf(isProgram: boolean, needsUser: boolean): Json[] {
  const ways = isProgram ? [{ bearer: [] }] : [{ cookie: [] }, { bearer: [] }]
  if (needsUser) return ways
  return isProgram ? [] : [{}, ...ways]
}

/** `GET /api/tournaments/:id` → `getTournamentsById` */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replace(parameter, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return method.toLowerCase() + words.map(capital).join('')
}

const descriptions = {
  200: 'Done',
  201: 'Made',
  202: 'Taken',
  204: 'Done; nothing more to say',
  302: 'Go on at `Location`',
  303: 'Go on at `Location`',
} as const

function success(status: keyof typeof descriptions, mediaType: string, schema?: Json): Json {
  const hasBody = status < 300 && status !== 204
  return {
    [status]: {
      description: descriptions[status],
      ...(hasBody && { content: { [mediaType]: { ...(schema && { schema }) } } }),
    },
  }
}

const responseFor = (status: number) => ({ $ref: `#/components/responses/Error${status}` })

function queryParameters(schema: Json): Json[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(isRecord(schema.properties) ? schema.properties : {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}

/** How arktype says a type as JSON Schema. `base` is what could be said before the part that cannot. */
interface Describable {
  toJsonSchema(options: {
    dialect: null
    fallback: (part: { code: string; base: object; predicate?: unknown; out?: unknown }) => object
  }): unknown
}

const isDescribable = (schema: object): schema is Describable => 'toJsonSchema' in schema

/** What a schema takes. A transformation is described by what goes in, a rule in code by the type it narrows. */
export async function toJsonSchema(load: LazySchema<unknown>): Promise<Json> {
  const schema: Schema<unknown> = await load()
  if (!isDescribable(schema)) return {}
  const described = schema.toJsonSchema({
    dialect: null,
    fallback: ({ code, base, predicate, out }) => {
      if (code === 'date') return { type: 'string', format: 'date-time' }
      // Limits of what a transformation gives hold for what goes in: it only takes white space away.
      return { ...base, ...limitsIn(out), ...limitsOf(predicate) }
    },
  })
  return withoutInternals(described)
}

const limitsIn = (schema: unknown): Json =>
  isRecord(schema)
    ? Object.fromEntries(
        limitNames.flatMap(name => (name !== 'type' && name in schema ? [[name, schema[name]]] : [])),
      )
    : {}

/** arktype leaves references to its own message functions in the result. */
function withoutInternals(value: unknown): Json {
  const clean = JSON.stringify(value, (key, part) =>
    key === 'message' && typeof part === 'string' ? undefined : part,
  )
  return JSON.parse(clean)
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }

/** One response a status, naming the codes that come with it. */
function errorResponses(): Json {
  const codes = new Map<number, string[]>()
  for (const [code, status] of Object.entries(errorStatus))
    codes.set(status, [...(codes.get(status) ?? []), code])
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      `Error${status}`,
      {
        description: names.map(name => `\`${name}\``).join(', '),
        ...(status === 429 && {
          headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
        }),
        content: errorContent,
      },
    ]),
  )
}

const components = {
  securitySchemes: {
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'sid',
      description: 'The session of a browser page; named `__Host-sid` over TLS.',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The `access_token` of `POST /auth/v1/token`.',
    },
  },
  schemas: {
    ErrorBody: {
      type: 'object',
      required: ['message', 'error'],
      properties: {
        message: { type: 'string', description: 'Fit to be shown to a person.' },
        error: { enum: Object.keys(errorStatus) },
        issues: {
          type: 'array',
          description: 'Every bad field at once.',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: { type: 'string', examples: ['endDate', 'winnings.0.amount'] },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
  responses: {
    ...errorResponses(),
    Error: { description: 'Any other refusal', content: errorContent },
    AccountError: {
      description: 'Any refusal, as Supabase Auth says it',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              code: { type: ['integer', 'string'] },
              error_code: { type: 'string' },
              msg: { type: 'string' },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
}
