/** API errors with HTTP status; bodies are {@link ErrorBody}. */
export const errorStatus = {
  invalid: 400,
  bad_json: 400,
  invalid_credentials: 400,
  email_not_confirmed: 400,
  unauthorized: 401,
  wrong_password: 401,
  payment_required: 402,
  forbidden: 403,
  cross_origin: 403,
  site_locked: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  unacceptable_file: 422,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
  no_room: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Path such as `winnings.0.amount`, and what to do. */
export interface Issue {
  path: string
  message: string
}

export interface ErrorBody {
  message: string
  error: ErrorCode
  /** At most `limits.issues`. */
  issues?: Issue[]
}
