import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorBody, type ErrorCode, errorStatus, type Issue } from '#contract/errors.ts'
import { hasWritten, UncertainCommitError } from '#server/db/connection.ts'
import { isUnavailable } from '#server/db/dialect.ts'
import { diskFaultOf } from '#server/db/disk-errors.ts'
import { S3Error } from '#server/storage/s3/s3-client.ts'
import type { AppEnv } from './context.ts'

interface ApiErrorOptions {
  issues?: Issue[]
  headers?: Record<string, string>
  cause?: unknown
}

/** Users read `message`. */
export class ApiError extends Error {
  readonly issues: Issue[] | undefined
  readonly headers: Record<string, string>

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(message, { cause: options.cause })
    this.issues = options.issues
    // RFC 9110, 15.6.4: every 503 says when to try again.
    this.headers = { ...(code === 'unavailable' && { 'Retry-After': '5' }), ...options.headers }
  }

  get status(): ContentfulStatusCode {
    return errorStatus[this.code]
  }
}

/** RFC 9110, 11.6.1: a 401 needs a challenge. Bearer opens no dialog. */
export const unauthorized = () =>
  new ApiError('unauthorized', 'Unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } })
export const forbidden = (message: string) => new ApiError('forbidden', message)
export const notFound = (message: string) => new ApiError('not_found', message)
/**
 * Returns null for a refusal such as 404, in `catch`.
 * Rethrows database errors, since they may end a transaction.
 */
export function nullIfRefused(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}
export const conflict = (message: string) => new ApiError('conflict', message)
export function invalid(issues: Issue[]): ApiError {
  return new ApiError('invalid', issues[0]?.message ?? 'The request is not valid.', { issues })
}
/** @param seconds until a retry may succeed */
export function tooManyAttempts(seconds: number): ApiError {
  const wait = Math.max(1, Math.ceil(seconds))
  const when = wait === 1 ? '1 second' : wait < 90 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`
  return new ApiError('too_many_attempts', `Too many attempts. Please try again in ${when}.`, {
    headers: { 'Retry-After': String(wait) },
  })
}

/** The client disconnected or timed out. */
const isAborted = (error: unknown, { signal }: Request): boolean =>
  signal.aborted && error instanceof Error && error.name === 'AbortError'

const diskTexts = {
  full: 'The server’s disk is full, so this was not saved. Please tell the organiser of this site, and try again later.',
  failing:
    'The server’s disk can’t be read or written right now. Please tell the organiser of this site, and try again later.',
} as const

const uncertainText =
  'The connection to the database broke while this was being saved. It may have been saved: please look before you try again.'

/** Hides unexpected errors. */
export function asApiError(error: unknown, requestId: string, request: Request): ApiError {
  if (error instanceof ApiError) return error
  if (isAborted(error, request)) return new ApiError('invalid', 'The connection broke.', { cause: error })
  const fault = diskFaultOf(error)
  if (fault !== null) return new ApiError('no_room', diskTexts[fault], { cause: error })
  const isAway = isUnavailable(error)
  if (error instanceof UncertainCommitError || (isAway && hasWritten()))
    return new ApiError('unavailable', uncertainText, { cause: error })
  if (isAway)
    return new ApiError('unavailable', 'The site is busy right now. Please try again in a moment.', {
      cause: error,
    })
  if (error instanceof S3Error)
    return new ApiError(
      'unavailable',
      'Files can’t be stored or shown right now. Please try again in a minute.',
      {
        headers: { 'Retry-After': '30' },
        cause: error,
      },
    )
  if (error instanceof HTTPException) {
    if (error.status === 413) return new ApiError('too_large', 'The request is too large.', { cause: error })
    if (error.status === 400) return new ApiError('invalid', 'The request is not valid.', { cause: error })
  }
  return new ApiError(
    'internal',
    `Something went wrong on our side. Please try again. (Request ${requestId})`,
    { cause: error },
  )
}

/** Logs the request's failure once. */
export function logFailure(c: Context<AppEnv>, error: unknown, message = 'request failed'): void {
  // Static files precede `visitor`.
  const { log, address, isFailureLogged }: Partial<AppEnv['Variables']> = c.var
  if (isFailureLogged) return
  log?.error(message, { address, method: c.req.method, path: c.req.path }, error)
  c.set('isFailureLogged', true)
}

/** Logs status 500 and above, but for a person's quota: it is no fault of the server. */
export function errorResponse(c: Context<AppEnv>, cause: unknown): Response {
  // Static files precede `visitor`.
  const { requestId = 'without a number' }: Partial<AppEnv['Variables']> = c.var
  const error = asApiError(cause, requestId, c.req.raw)
  const isQuota = error.code === 'no_room' && error.cause === undefined
  if (error.status >= 500 && !isQuota) logFailure(c, error.cause ?? error)
  const body: ErrorBody = {
    message: error.message,
    error: error.code,
    ...(error.issues && { issues: error.issues }),
  }
  return c.json(body, error.status, { 'Cache-Control': 'no-store', ...error.headers })
}
