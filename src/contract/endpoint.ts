import type { ErrorCode } from './errors.ts'

export type Schemas = typeof import('./schemas.ts')
export type SchemaName = keyof Schemas

/**
 * A person's relation to the subject of a call. `captain`: of the boat. `crew`, `backer`: of the boat too. `organiser`,
 * `co-organiser`, `weigh-master`: of the tournament. `owner`: of the site. `self`: it is theirs.
 */
export type Role =
  | 'self'
  | 'backer'
  | 'crew'
  | 'captain'
  | 'weigh-master'
  | 'co-organiser'
  | 'organiser'
  | 'owner'

/** Schemas are named, not imported: browsers import these types. */
export interface Endpoint {
  summary: string
  /** `user`: all accounts, for what is their own or everyone’s. Roles: the handler checks them (`tests/roles.test.ts`). */
  access: 'public' | 'user' | readonly Role[]
  query?: SchemaName
  requiresQuery?: true
  body?: SchemaName
  /** Media types of a body without a schema. */
  files?: readonly string[]
  /** `boat[]`: a list. Absent: empty or not JSON. */
  answer?: SchemaName | `${SchemaName}[]`
  /** Items of a list without pages. */
  most?: number
  /** A read without an ETag, whose answer is never stored. */
  noStore?: true
  /** Headers of the request, beside those of HTTP itself: name → whether it is required. */
  requestHeaders?: Readonly<Record<string, boolean>>
  /** Names of headers of the answer. */
  answerHeaders?: readonly string[]
  /** Media type of the answer; default `application/json`, or null without a body. */
  mediaType?: string | null
  /** Default 200. */
  status?: 200 | 201 | 202 | 204 | 302 | 303
  /** Status of an identical repeat. */
  repeatStatus?: 200
  /** Money, or what a tournament's dates decide: refused with 503 while the server's clock is wrong. */
  needsClock?: true
  /**
   * Tables whose changes change the answer of a `GET` with JSON: pages and mutations refetch by them.
   * `tests/reads.test.ts` compares them with the SQL that runs. `users` is left out: a ban refetches
   * everything.
   */
  reads?: readonly string[]
  /** Error codes besides those that follow from the other fields; `not_found` when only the body names a thing. */
  refusals?: readonly ErrorCode[]
}

/** Properties of a change of money, or of a call whose outcome depends on a tournament's dates. */
export const datedChange = {
  needsClock: true,
  refusals: ['conflict', 'too_many_attempts', 'unavailable'],
} as const satisfies Pick<Endpoint, 'needsClock' | 'refusals'>

/** A body that is a picture: the field `file` of a form, or the bytes themselves. */
export const pictureBody = {
  files: ['multipart/form-data', 'image/*', 'application/octet-stream'],
  refusals: [
    'invalid',
    'too_large',
    'unsupported_media_type',
    'unacceptable_file',
    'too_many_attempts',
    'unavailable',
    'no_room',
  ],
} as const satisfies Pick<Endpoint, 'files' | 'refusals'>

export const organisers = ['co-organiser', 'organiser'] as const
export const staff = ['weigh-master', ...organisers] as const
