import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { asApiError, logFailure } from '#server/http/errors.ts'
import { AuthError } from '../core/auth.errors.ts'
import { weakReasons } from './gotrue.body.ts'

const versionHeader = 'X-Supabase-Api-Version'
/** Clients read `code` since this version, if echoed. */
const namedCodes = '2024-01-01'

export const gotrueError: ErrorHandler<AppEnv> = (cause, c) => {
  const error = toAuthError(cause, c)
  const more = {
    ...(error.code === 'weak_password' && { weak_password: { reasons: weakReasons } }),
    // As in the API, where clients look for it.
    ...(error.code === 'site_locked' && { error: error.code }),
  }
  const { status } = error
  const headers = { 'Cache-Control': 'no-store', ...error.headers }
  const version = c.req.header(versionHeader)
  if (version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= namedCodes)
    return c.json({ code: error.code, message: error.message, ...more }, status, {
      ...headers,
      [versionHeader]: namedCodes,
    })
  return c.json({ code: status, error_code: error.code, msg: error.message, ...more }, status, {
    ...headers,
    'X-Sb-Error-Code': error.code,
  })
}

export const toAuthError = (cause: unknown, c: AppContext): AuthError =>
  cause instanceof AuthError ? cause : fromApiError(cause, c)

function fromApiError(cause: unknown, c: AppContext): AuthError {
  if (cause instanceof HTTPException && cause.status < 500)
    return new AuthError('validation_failed', cause.message, { status: cause.status })
  const error = asApiError(cause, c.var.requestId, c.req.raw)
  if (error.status >= 500) logFailure(c, error.cause ?? error)
  const { message, status, headers } = error
  switch (error.code) {
    case 'too_many_attempts':
      return new AuthError('over_request_rate_limit', message, { headers })
    case 'bad_json':
    case 'site_locked':
      return new AuthError(error.code, message)
    case 'unavailable':
      return new AuthError('request_timeout', message, { headers })
    case 'no_room':
      return new AuthError('unexpected_failure', message, { status, headers })
    case 'internal':
      return new AuthError('unexpected_failure', message)
    default:
      return new AuthError('validation_failed', message, { status, headers })
  }
}
