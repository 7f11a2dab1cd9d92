import type { Context, HonoRequest, MiddlewareHandler } from 'hono'
import type { SchemaName } from '#contract/endpoint.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { Issue } from '#contract/errors.ts'
import type { Result, Schema } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { AppEnv } from './context.ts'
import { ApiError, invalid } from './errors.ts'

type Schemas = Readonly<Record<string, unknown>>

export const loadSchemas = (): Promise<Schemas> => import('#contract/schemas.ts')

/** Pages of lists, which the first page after a start reads: a tenth of the time of all schemas. */
async function loadForQuery(name: SchemaName): Promise<Schemas> {
  const pages: Schemas = await import('#contract/paging.ts')
  return name in pages ? pages : loadSchemas()
}

/** Drops undeclared keys. Loads schemas lazily, since arktype takes 250 ms for all of them (decision 0081). */
function lazySchema(
  name: SchemaName,
  load: (name: SchemaName) => Promise<Schemas>,
): () => Promise<Schema<unknown, object>> {
  let schema: Schema<unknown, object> | undefined
  return async () => {
    if (schema) return schema
    const value = (await load(name))[name]
    if (!isSchema(value)) throw new Error(`the contract's ${name} does not validate`)
    schema = value.onDeepUndeclaredKey('delete')
    return schema
  }
}

export const isSchema = (value: unknown): value is Schema<unknown, object> =>
  typeof value === 'object' || typeof value === 'function' ? value !== null && '~standard' in value : false

type Validates<In extends 'json' | 'query', Name> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { [key in In]: unknown }; out: { [key in In]: Parsed<Name> } }
>

/**
 * Issues that depend on stored data. Runs on bodies that the schema refused, so `body` is unvalidated; returns none
 * without the resource.
 */
export type StoredCheck = (c: Context<AppEnv>, body: Record<string, unknown>) => Issue[] | Promise<Issue[]>

/**
 * Reports up to `limits.issues` issues at once; read with `c.req.valid('json')`. @param check adds the handler's issues
 * @throws ApiError 400
 */
export function jsonBody<Name extends SchemaName>(name: Name, check?: StoredCheck): Validates<'json', Name> {
  const schema = lazySchema(name, loadSchemas)
  return async (c, next) => {
    const body = await readJson(c.req)
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new ApiError('invalid', 'Send a JSON object.')
    const moreIssues = check && (() => check(c, { ...body }))
    c.req.addValidatedData('json', await parse(await schema(), body, moreIssues))
    await next()
  }
}

/** Read with `c.req.valid('query')`. Loads schemas only when needed, so that server rendering stays fast. */
export function query<Name extends SchemaName>(name: Name, isRequired = false): Validates<'query', Name> {
  const schema = lazySchema(name, loadForQuery)
  return async (c, next) => {
    const isEmpty = !isRequired && !c.req.url.includes('?')
    c.req.addValidatedData('query', isEmpty ? {} : await parse(await schema(), c.req.query()))
    await next()
  }
}

/** @throws ApiError 400 for another encoding than UTF-8: RFC 8259, 8.1 */
export async function readText(request: HonoRequest): Promise<string> {
  const bytes = await request.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ApiError('bad_json', 'The request body is not valid UTF-8. Encode the JSON as UTF-8.', {
      cause,
    })
  }
}

/**
 * An empty body without content type, or of a DELETE, has no fields. @throws ApiError 415 for another content type, 400 for invalid JSON
 */
async function readJson(request: HonoRequest): Promise<unknown> {
  // RFC 9110, 15.5.16.
  if ((request.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new ApiError('unsupported_media_type', 'Send the request without compression.', {
      headers: { 'Accept-Encoding': 'identity' },
    })
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const text = type === 'application/json' || type === undefined ? await readText(request) : null
  if (text === '' && (type === undefined || request.method === 'DELETE')) return {}
  if (type !== 'application/json' || text === null)
    throw new ApiError('unsupported_media_type', 'Send the request as application/json.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('bad_json', 'The request body is not valid JSON.', { cause })
  }
}

/** @throws ApiError 400 for data that is nested so deeply that reading it overflows the stack */
async function validate<Out>(schema: Schema<unknown, Out>, data: unknown): Promise<Result<Out>> {
  try {
    return await schema['~standard'].validate(data)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new ApiError('bad_json', 'The request is nested too deeply. Send the fields of this call only.', {
      cause,
    })
  }
}

/** @param more issues for other fields @throws ApiError 400 with at most `limits.issues` issues */
export async function parse<Out>(
  schema: Schema<unknown, Out>,
  data: unknown,
  more: () => Issue[] | Promise<Issue[]> = () => [],
): Promise<Out> {
  const result = await validate(schema, data)
  if (result.issues === undefined) return result.value
  const issues = result.issues.slice(0, limits.issues).map(({ path = [], message }): Issue => {
    const parts = path.map(part => String(typeof part === 'object' ? part.key : part))
    return { path: parts.join('.'), message }
  })
  const paths = new Set(issues.map(({ path }) => path))
  const others = (await more()).filter(({ path }) => !paths.has(path))
  throw invalid([...issues, ...others].slice(0, limits.issues))
}
