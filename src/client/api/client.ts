import { answerMs, fileAnswerMs, readAnswer } from '#client/lib/request.ts'
import type { Answer, ApiKey, Body, EndpointKey, Params, Query } from '#contract/endpoints.ts'
import { refreshAfter } from './refresh.ts'

type NoKeys = Record<never, never>
/** Absent without properties, optional if all its own are, else required. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? NoKeys
  : [Value] extends [Blob | FormData]
    ? { [Key in Name]: Value }
    : keyof Value extends never
      ? NoKeys
      : NoKeys extends Value
        ? { [Key in Name]?: Value | undefined }
        : { [Key in Name]: Value }

export type Target<Key extends EndpointKey> = Part<'params', Params<Key>> & Part<'query', Query<Key>>

export type CallOptions<Key extends EndpointKey> = Target<Key> &
  Part<'body', Body<Key>> & { signal?: AbortSignal | undefined; headers?: Record<string, string> | undefined }

/** Optional when all options are. */
export type Optional<Options> = NoKeys extends Options ? [options?: Options] : [options: Options]

interface Call {
  params?: Record<string, string> | undefined
  query?: object | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
}

/** Afterwards there is nothing to read at its path: a deleted record, a link that works once. */
const ends = /^DELETE .*:\w+$|:token\/accept$/

/** Afterwards this person reads nothing. */
const leaves = /^POST .*\/sign-out$|^DELETE \/api\/auth\/user$/

const methodOf = (key: EndpointKey) => key.slice(0, key.indexOf(' '))

function fill(key: EndpointKey, { params = {}, query = {} }: Call): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/** `pathOf('GET /api/boats/:id/crew', { params: { id } })` → `/api/boats/…/crew` */
export const pathOf = <Key extends EndpointKey>(key: Key, ...[target]: Optional<Target<Key>>): string =>
  fill(key, target ?? {})

/**
 * @returns the parsed answer, null when empty
 * @throws RequestError for non-2xx, TypeError when the network fails
 */
export async function api<Key extends ApiKey>(
  key: Key,
  ...[options]: Optional<CallOptions<Key>>
): Promise<Answer<Key>> {
  const call: Call = options ?? {}
  const { params, body, signal, headers } = call
  const isFile = body instanceof Blob || body instanceof FormData
  const response = await fetch(fill(key, call), {
    method: methodOf(key),
    credentials: 'same-origin',
    headers: { ...(body !== undefined && !isFile && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    signal: signal ?? AbortSignal.timeout(isFile ? fileAnswerMs : answerMs),
  })
  if (methodOf(key) !== 'GET' && !leaves.test(key))
    refreshAfter(response, ends.test(key) ? fill(key, { params }).replace(/\/accept$/, '') : null)
  return readAnswer(response)
}
