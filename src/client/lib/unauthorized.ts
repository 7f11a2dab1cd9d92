import { toast } from '#client/lib/toast.ts'
import { paths } from '../paths.ts'
import { isUnauthorized } from './request.ts'

/** Milliseconds, in which the toast is read. */
const pauseMs = 500

let isLeaving = false

/** Shows a toast and redirects to the sign-in. @returns whether it was a 401 */
export function handleUnauthorized(error: unknown): boolean {
  if (!isUnauthorized(error)) return false
  if (isLeaving) return true
  isLeaving = true
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  })
  setTimeout(() => location.assign(paths.loginAgain(location.pathname + location.search)), pauseMs)
  addEventListener('pageshow', () => {
    isLeaving = false
  })
  return true
}
