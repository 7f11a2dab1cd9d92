import type { AppContext } from '#server/http/context.ts'
import { ApiError } from '#server/http/errors.ts'
import { AuthError } from './auth.errors.ts'

const isRefusal = (error: unknown) =>
  (error instanceof AuthError && error.code === 'invalid_credentials') ||
  (error instanceof ApiError && error.code === 'too_many_attempts')

/** Marks the request, for log and metrics, when the password was wrong or came too often. */
export async function markRefusal<T>(c: AppContext, check: Promise<T>): Promise<T> {
  try {
    return await check
  } catch (error) {
    if (isRefusal(error)) c.set('refusedPassword', 'sign-in')
    throw error
  }
}
