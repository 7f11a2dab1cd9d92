import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** GoTrue's codes and statuses. */
export const authErrorStatus = {
  anonymous_provider_disabled: 422,
  bad_code_verifier: 400,
  bad_json: 400,
  bad_jwt: 403,
  conflict: 409,
  email_exists: 422,
  email_not_confirmed: 400,
  flow_state_not_found: 404,
  invalid_credentials: 400,
  no_authorization: 401,
  not_admin: 403,
  not_found: 404,
  otp_expired: 403,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  phone_provider_disabled: 400,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  request_timeout: 503,
  same_password: 422,
  session_expired: 400,
  session_not_found: 403,
  site_locked: 403,
  unexpected_failure: 500,
  user_already_exists: 422,
  user_banned: 403,
  user_not_found: 403,
  validation_failed: 400,
  weak_password: 422,
} as const

export type AuthErrorCode = keyof typeof authErrorStatus

interface Options {
  /** Overrides the code's status. */
  status?: ContentfulStatusCode
  headers?: Record<string, string>
}

/** Mapped by `browser.errors.ts` and `gotrue.errors.ts`. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode
  readonly headers: Record<string, string>

  constructor(
    readonly code: AuthErrorCode,
    message: string,
    options: Options = {},
  ) {
    super(message)
    this.status = options.status ?? authErrorStatus[code]
    this.headers = options.headers ?? {}
  }
}

export const validationFailed = (message: string) => new AuthError('validation_failed', message)
export const invalidCredentials = () => new AuthError('invalid_credentials', 'Invalid login credentials')
export const userBanned = (status: 400 | 403 = 403) =>
  new AuthError('user_banned', 'User is banned', { status })
export const otpExpired = () => new AuthError('otp_expired', 'Email link is invalid or has expired')
export const emailExists = () =>
  new AuthError('email_exists', 'A user with this email address has already been registered')
export const sessionNotFound = () =>
  new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
