import type { ErrorHandler } from 'hono'
import { authTexts } from '#contract/people/auth-texts.ts'
import type { AppEnv } from '#server/http/context.ts'
import { ApiError, conflict, errorResponse, forbidden, invalid, unauthorized } from '#server/http/errors.ts'
import { AuthError } from '../core/auth.errors.ts'

export const browserError: ErrorHandler<AppEnv> = (error, c) => errorResponse(c, toBrowserError(error))

/** Returns errors other than AuthError unchanged. */
export const toBrowserError = (error: unknown): unknown =>
  error instanceof AuthError ? fromAuthError(error) : error

function fromAuthError(error: AuthError): ApiError {
  switch (error.code) {
    case 'invalid_credentials':
      return new ApiError('invalid_credentials', authTexts.invalidCredentials)
    case 'email_not_confirmed':
      return new ApiError('email_not_confirmed', 'Please confirm your email address first.')
    case 'user_banned':
      return forbidden('This account is suspended.')
    case 'user_already_exists':
    case 'email_exists':
      return conflict(error.message)
    case 'otp_expired':
      return new ApiError('gone', authTexts.linkExpired)
    case 'over_email_send_rate_limit':
    case 'over_request_rate_limit':
      return new ApiError('too_many_attempts', error.message, { headers: error.headers })
    case 'session_not_found':
    case 'user_not_found':
      return unauthorized()
    case 'weak_password':
      return invalid([{ path: 'password', message: error.message }])
    case 'validation_failed':
      return invalid([{ path: '', message: error.message }])
    default:
      return new ApiError('internal', 'Something went wrong on our side. Please try again.', { cause: error })
  }
}
