import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { limitNames, limitsOf } from '#contract/json-limits.ts'
import { otherRoutes } from '#contract/other-routes.ts'
import { EndpointApp } from './http/endpoint.ts'
import { jsonWithEtag } from './http/etag.ts'
import { components } from './openapi-components.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** The first request loads every schema and builds the document. */
export function openApiRoutes() {
  let cached: Promise<OpenApi> | undefined
  return new EndpointApp().endpoint('GET /api/openapi.json', async c => {
    cached ??= describe({ ...endpoints, ...otherRoutes }).catch(error => {
      cached = undefined
      throw error
    })
    return jsonWithEtag(c, await cached)
  })
}

export async function describe(
  routes: Readonly<Record<string, Endpoint>>,
  schemas?: Readonly<Record<string, unknown>>,
): Promise<OpenApi> {
  const contract = schemas ?? (await import('#contract/schemas.ts'))
  const paths: OpenApi['paths'] = {}
  for (const [key, endpoint] of Object.entries(routes)) {
    const [method = '', path = ''] = key.split(' ')
    const template = path.replace(parameter, '{$1}')
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: describeOperation(method, path, endpoint, name => schemaOf(contract, name)),
    }
  }
  return { openapi: '3.1.0', info, paths, components }
}

/** `boat` or `boat[]`. */
function schemaOf(schemas: Readonly<Record<string, unknown>>, name: string): Json {
  return name.endsWith('[]')
    ? { type: 'array', items: schemaOf(schemas, name.slice(0, -2)) }
    : toJsonSchema(schemas[name])
}

const parameter = /:(\w+)/g

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

function describeOperation(
  method: string,
  path: string,
  endpoint: Endpoint,
  schema: (name: string) => Json,
): Json {
  const { access, status = 200, repeatStatus, mediaType = 'application/json', noStore = false } = endpoint
  const isGoTrue = path.startsWith('/auth/v1/')
  const needsUser = access !== 'public'
  const names = [...path.matchAll(parameter)].flatMap(([, name]) => name ?? [])
  const body = endpoint.body && schema(endpoint.body)
  const query = endpoint.query && schema(endpoint.query)
  const answer = endpoint.answer && withMaxItems(schema(endpoint.answer), endpoint.most ?? pageMax(query))
  const parameters = [
    ...names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(query ? queryParameters(query) : []),
    ...Object.entries(endpoint.requestHeaders ?? {}).map(([name, required]) => ({
      ...{ name, in: 'header', required },
      schema: { type: 'string' },
    })),
  ]
  const content = body
    ? { 'application/json': { schema: body } }
    : endpoint.files && Object.fromEntries(endpoint.files.map(type => [type, {}]))
  const isRead = method === 'GET' && !isGoTrue && endpoint.answer !== undefined && !noStore
  // Calls for owners are hidden from others.
  const mayBeHidden = names.length > 0 || access.includes('owner')
  const refusals: ErrorCode[] = [
    ...(body ? (['invalid', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(query ? (['invalid'] as const) : []),
    ...(needsUser ? (['unauthorized'] as const) : []),
    ...(mayBeHidden ? (['not_found'] as const) : []),
    'forbidden',
    ...(endpoint.refusals ?? []),
  ]
  return {
    summary: endpoint.summary,
    operationId: operationId(method, path),
    tags: [isGoTrue ? 'auth/v1' : (path.split('/')[path.startsWith('/api/') ? 2 : 1] ?? 'api')],
    security: securityOf(isGoTrue, needsUser),
    ...(typeof access !== 'string' && { 'x-roles': access }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...success(status, mediaType, answer, headersOf(isRead, query, status, endpoint.answerHeaders)),
      ...(repeatStatus && success(repeatStatus, mediaType, answer)),
      ...(isRead && { 304: { description: 'The same as at this `If-None-Match`' } }),
      ...(isGoTrue
        ? { default: { $ref: '#/components/responses/AccountError' } }
        : {
            ...Object.fromEntries(refusals.map(code => [errorStatus[code], responseFor(errorStatus[code])])),
            default: { $ref: '#/components/responses/Error' },
          }),
    },
  }
}

/** The largest page. @param query of a list with pages */
function pageMax(query: Json | undefined): unknown {
  const { limit } = isRecord(query?.properties) ? query.properties : {}
  return isRecord(limit) ? limit.maximum : undefined
}

const withMaxItems = (answer: Json, most: unknown): Json =>
  answer.type === 'array' && most !== undefined ? { ...answer, maxItems: most } : answer

/** GoTrue takes no cookies. Public calls may show more after sign-in. */
function securityOf(isGoTrue: boolean, needsUser: boolean): Json[] {
  const schemes = isGoTrue ? [{ bearer: [] }] : [{ cookie: [] }, { bearer: [] }]
  if (needsUser) return schemes
  return isGoTrue ? [] : [{}, ...schemes]
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

/** Returns the headers of the first answer. */
function headersOf(
  isRead: boolean,
  query: Json | undefined,
  status: number,
  names: readonly string[] = [],
): Json {
  const pages = isRecord(query?.properties) && 'cursor' in query.properties
  return {
    ...(isRead && { ETag: { schema: { type: 'string' } } }),
    ...Object.fromEntries(names.map(name => [name, { schema: { type: 'string' } }])),
    ...(status === 201 && {
      Location: {
        description: 'The address of what was made, where it has one of its own',
        schema: { type: 'string' },
      },
    }),
    ...(pages && {
      Link: {
        description: 'The next page, with `rel="next"`; absent on the last',
        schema: { type: 'string' },
      },
    }),
  }
}

function success(
  status: keyof typeof descriptions,
  mediaType: string | null,
  schema?: Json,
  headers: Json = {},
): Json {
  const hasBody = status < 300 && status !== 204 && mediaType !== null
  return {
    [status]: {
      description: descriptions[status],
      ...(Object.keys(headers).length > 0 && { headers }),
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

/** `base`: the part that JSON Schema can express. */
interface Describable {
  toJsonSchema(options: {
    dialect: null
    fallback: (part: { code: string; base: object; predicate?: unknown; out?: unknown }) => object
  }): unknown
}

const isDescribable = (schema: object): schema is Describable => 'toJsonSchema' in schema

/** Describes the input of transformations and the limits of custom checks. */
export function toJsonSchema(schema: unknown): Json {
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function')) return {}
  if (!isDescribable(schema)) return { ...schema }
  const jsonSchema = schema.toJsonSchema({
    dialect: null,
    fallback: ({ code, base, predicate, out }) => {
      if (code === 'date') return { type: 'string', format: 'date-time' }
      // Transformations only trim, so output limits apply to input.
      return { ...base, ...limitsIn(out), ...limitsOf(predicate) }
    },
  })
  return withoutInternals(jsonSchema)
}

const limitsIn = (schema: unknown): Json =>
  isRecord(schema)
    ? Object.fromEntries(
        limitNames.flatMap(name => (name !== 'type' && name in schema ? [[name, schema[name]]] : [])),
      )
    : {}

/** Drops arktype's message references. */
function withoutInternals(value: unknown): Json {
  const clean = JSON.stringify(value, (key, part) =>
    key === 'message' && typeof part === 'string' ? undefined : part,
  )
  return JSON.parse(clean)
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
