import { type Context, type Handler, Hono, type MiddlewareHandler, type TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { JSONParsed } from 'hono/utils/types'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  type Answer,
  type EndpointKey,
  endpoints,
  type ParsedBody,
  type ParsedQuery,
} from '#contract/endpoints.ts'
import type { AppEnv, Person } from './context.ts'
import { requireUser } from './require-user.ts'
import { jsonBody, query, type StoredCheck } from './validate.ts'

type Declared<Key extends EndpointKey> = (typeof endpoints)[Key]
type EnvOf<Key extends EndpointKey> =
  Declared<Key> extends { access: 'public' } ? AppEnv : AppEnv & { Variables: { person: Person } }
type PathOf<Key> = Key extends `${string} ${infer Path}` ? Path : never
interface Valid<Key extends EndpointKey> {
  in: { json: unknown; query: unknown }
  out: { json: ParsedBody<Key>; query: ParsedQuery<Key> }
}
type StatusOf<Declaration> = Declaration extends { status: infer Status }
  ? Status | (Declaration extends { repeatStatus: infer Again } ? Again : never)
  : ContentfulStatusCode

export type Reply<Key extends EndpointKey> =
  Declared<Key> extends { answer: string } | { status: 204 }
    ? Response & TypedResponse<JSONParsed<Answer<Key>>, StatusOf<Declared<Key>>, string>
    : Response

type EndpointHandler<Key extends EndpointKey> = (
  c: Context<EnvOf<Key>, PathOf<Key>, Valid<Key>>,
) => Reply<Key> | Promise<Reply<Key>>

interface Options {
  /** Runs between authentication and validation. */
  limit?: MiddlewareHandler<AppEnv>
  /** See {@link jsonBody}. */
  findIssues?: StoredCheck
}

/** Routes from `#contract/endpoints.ts`. */
export class EndpointApp extends Hono<AppEnv> {
  /** @param base mount path */
  constructor(private readonly base: `/${string}` = '/api') {
    super()
  }

  /** Mounts a handler behind authentication, limit, and the checks of query and body. */
  endpoint<Key extends EndpointKey>(key: Key, handler: EndpointHandler<Key>): this
  endpoint<Key extends EndpointKey>(key: Key, options: Options, handler: EndpointHandler<Key>): this
  endpoint<Key extends EndpointKey>(
    key: Key,
    ...rest: [EndpointHandler<Key>] | [Options, EndpointHandler<Key>]
  ): this {
    const handler = rest.length === 1 ? rest[0] : rest[1]
    const { limit, findIssues }: Options = rest.length === 1 ? {} : rest[0]
    const endpoint: Endpoint = endpoints[key]
    const [method = '', path = ''] = key.split(' ')
    const chain = [
      endpoint.access !== 'public' && requireUser,
      limit,
      endpoint.query && query(endpoint.query, endpoint.requiresQuery),
      endpoint.body && jsonBody(endpoint.body, findIssues),
      handler,
    ].filter(each => each !== undefined && each !== false) as Handler<AppEnv>[]
    this.on(method, [path.slice(this.base.length)], ...chain)
    return this
  }
}
