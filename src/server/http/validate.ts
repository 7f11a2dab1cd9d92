import type { Context, MiddlewareHandler } from 'hono'
import type { Issue } from '#contract/errors.ts'
import type { AppEnv } from './context.ts'
import { ApiError, invalid } from './errors.ts'

/** What we use of Standard Schema (standardschema.dev); every arktype type is one. */
export interface Schema<Out> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Result<Out> | Promise<Result<Out>>
    readonly types?: { readonly input: unknown; readonly output: Out } | undefined
  }
  /** The same schema, which drops the keys that it does not declare, nested objects included. */
  onDeepUndeclaredKey(behavior: 'delete'): Schema<Out>
}
type Result<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    }

/**
 * A schema, fetched when it is first needed: arktype takes 100 ms to load, which a starting server does not have
 * (docs/decisions/0004). `() => import('#contract/auth.ts').then(m => m.signUp)`
 */
export type LazySchema<Out> = () => Promise<Schema<Out>>

/** Loads a schema once. What it parses has exactly the keys that it declares. */
function declaredKeysOnly<Out>(load: LazySchema<Out>): LazySchema<Out> {
  let loaded: Schema<Out> | undefined
  return async () => {
    loaded ??= (await load()).onDeepUndeclaredKey('delete')
    return loaded
  }
}

/** Where openapi.json finds a route's schema: on the very middleware that validates. */
export const schemaOf = Symbol('schema')
export interface DescribedHandler {
  [schemaOf]?: { in: 'json' | 'query'; load: LazySchema<unknown> }
}

type Validates<In extends 'json' | 'query', Out> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { [key in In]: Out }; out: { [key in In]: Out } }
> &
  DescribedHandler

/**
 * What is wrong with fields that only what is stored can judge: an end before a start that stays, another's picture.
 * Asked of a body that its schema refuses, with whatever was sent; nothing where what it is about does not exist.
 */
export type StoredCheck = (c: Context<AppEnv>, sent: Record<string, unknown>) => Issue[] | Promise<Issue[]>

/**
 * Parses the request's JSON body; all bad fields are reported at once. Read it with `c.req.valid('json')`.
 * @param stored what the handler checks by itself in a body that is right
 */
export function jsonBody<Out extends object>(
  load: LazySchema<Out>,
  stored?: StoredCheck,
): Validates<'json', Out> {
  const schema = declaredKeysOnly(load)
  const handler: Validates<'json', Out> = async (c, next) => {
    const body = await readJson(c.req.raw)
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new ApiError('invalid', 'Send a JSON object.')
    const more = stored && (() => stored(c, { ...body }))
    c.req.addValidatedData('json', await parse(await schema(), body, more))
    await next()
  }
  return Object.assign(handler, { [schemaOf]: { in: 'json' as const, load } })
}

/** Parses the query string, every parameter given once. Read it with `c.req.valid('query')`. */
export function query<Out extends object>(load: LazySchema<Out>): Validates<'query', Out> {
  const schema = declaredKeysOnly(load)
  const handler: Validates<'query', Out> = async (c, next) => {
    c.req.addValidatedData('query', await parse(await schema(), c.req.query()))
    await next()
  }
  return Object.assign(handler, { [schemaOf]: { in: 'query' as const, load } })
}

/**
 * The same where every parameter may be left out: a request without any waits for no schema, and a page that asks
 * from inside has its data at once.
 */
export function optionalQuery<Out extends object>(
  load: LazySchema<Out>,
): Validates<'query', Out | Partial<Record<keyof Out, undefined>>> {
  const validates = query(load)
  const handler: Validates<'query', Out | Partial<Record<keyof Out, undefined>>> = (c, next) => {
    if (c.req.url.includes('?')) return validates(c, next)
    c.req.addValidatedData('query', {})
    return next()
  }
  return Object.assign(handler, { [schemaOf]: { in: 'query' as const, load } })
}

/**
 * No body and no content type is a call without fields: the schema says which of them it misses.
 * @throws ApiError 415 for another content type, 400 for a body that is not JSON
 */
async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const text = type === 'application/json' || type === undefined ? await request.text() : null
  if (type === undefined && text === '') return {}
  if (type !== 'application/json' || text === null)
    throw new ApiError('unsupported_media_type', 'Send the request as application/json.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('bad_json', 'The request body is not valid JSON.', { cause })
  }
}

/**
 * @param more issues beside the schema's, where it has any; the schema's word on a field goes first
 * @throws ApiError 400 with every issue
 */
export async function parse<Out>(
  schema: Schema<Out>,
  data: unknown,
  more: () => Issue[] | Promise<Issue[]> = () => [],
): Promise<Out> {
  const result = await schema['~standard'].validate(data)
  if (result.issues === undefined) return result.value
  const issues = result.issues.map(({ path = [], message }): Issue => {
    const parts = path.map(part => String(typeof part === 'object' ? part.key : part))
    return { path: parts.join('.'), message }
  })
  const named = new Set(issues.map(({ path }) => path))
  throw invalid([...issues, ...(await more()).filter(({ path }) => !named.has(path))])
}
