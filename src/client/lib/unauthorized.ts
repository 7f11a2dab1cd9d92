import { toast } from '#client/lib/toast.ts'
import { paths } from '../paths.ts'
import { whenIdle } from './busy.ts'
import { isUnauthorized } from './request.ts'

/** Milliseconds, in which the toast is read. */
const pauseMs = 500

let isLeaving = false

function leave(): void {
  isLeaving = true
  addEventListener('pageshow', () => {
    isLeaving = false
  })
}

/**
 * Ends the session. Until the next page, other requests may be refused, which is expected.
 * @throws what `end` throws; then the page stays
 */
export async function endSession<T>(end: () => Promise<T>): Promise<T> {
  leave()
  try {
    return await end()
  } catch (error) {
    isLeaving = false
    throw error
  }
}

/** Shows a toast and redirects to the sign-in, once the page is idle. */
export function signInAgain(): void {
  whenIdle(() => {
    if (isLeaving) return
    leave()
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      variant: 'destructive',
    })
    setTimeout(() => location.assign(paths.loginAgain(location.pathname + location.search)), pauseMs)
  })
}

/** Has the person sign in again. @returns whether it was a 401 */
export function handleUnauthorized(error: unknown): boolean {
  const isExpired = isUnauthorized(error)
  if (isExpired) signInAgain()
  return isExpired
}
