import { limits } from '#contract/limits.ts'
import { invalid } from './errors.ts'

/** Returns the request's key, or null without one or for an empty one. @throws ApiError 400 if it's too long */
export function idempotencyKey(headers: Pick<Headers, 'get'>): string | null {
  const key = headers.get('idempotency-key')?.trim()
  if (key === undefined || key === '') return null
  if (key.length > limits.idempotencyKeyMax)
    throw invalid([
      { path: 'Idempotency-Key', message: `A key has at most ${limits.idempotencyKeyMax} characters` },
    ])
  return key
}
