import { limits } from '#contract/limits.ts'
import type { AppContext } from '#server/http/context.ts'
import { readText } from '#server/http/validate.ts'
import { AuthError, validationFailed } from '../core/auth.errors.ts'
import { isEmail, isRecord, type Metadata, normaliseEmail } from '../core/auth.rules.ts'
import { allowedRedirect } from '../core/links.ts'
import type { Challenge } from '../core/one-time-tokens.queries.ts'
import type { Auth } from '../core/services.ts'

/* As lenient as GoTrue: accepts unknown keys, null and any content type. Safe without cookies. */

/** @throws AuthError for a body that is no JSON object */
export async function readBody(c: AppContext): Promise<Metadata> {
  const text = await readText(c.req)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new AuthError('bad_json', 'Could not parse request body as JSON')
  }
  if (!isRecord(body)) throw new AuthError('bad_json', 'Could not parse request body as JSON')
  return body
}

export function textOf(body: Metadata, name: string): string | null {
  const value = body[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw validationFailed(`${name} must be a string`)
  return value
}

export function emailOf(body: Metadata): string {
  const email = normaliseEmail(textOf(body, 'email') ?? '')
  if (!isEmail(email)) throw validationFailed('Unable to validate email address: invalid format')
  return email
}

export function recordOf(body: Metadata, name: string): Metadata | null {
  const value = body[name]
  if (value === undefined || value === null) return null
  if (!isRecord(value)) throw validationFailed(`${name} must be an object`)
  return value
}

/** @throws AuthError weak_password, validation_failed */
export function newPasswordOf(body: Metadata): string | null {
  const password = textOf(body, 'password')
  if (password === null) return null
  if (password.length > limits.passwordMax)
    throw validationFailed(`Password cannot be longer than ${limits.passwordMax} characters`)
  if (isWeak(password)) throw new AuthError('weak_password', weakPasswordText)
  return password
}

export const weakReasons = ['length']
export const weakPasswordText = `Password should be at least ${limits.passwordMin} characters.`
export const isWeak = (password: string) => password.length < limits.passwordMin

function challengeOf(body: Metadata): Challenge | null {
  const value = textOf(body, 'code_challenge')
  const method = textOf(body, 'code_challenge_method')?.toLowerCase() ?? null
  if (value === null && method === null) return null
  if (value === null || method === null)
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  if (method !== 's256' && method !== 'plain') throw validationFailed('Invalid code_challenge_method')
  // RFC 7636, 4.2.
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(value))
    throw validationFailed('code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~')
  return { value, method }
}

export function linkOptionsOf(c: AppContext, auth: Auth, body: Metadata) {
  return {
    challenge: challengeOf(body),
    redirectTo: allowedRedirect(auth.deps.env, c.req.query('redirect_to')),
  }
}
