import { toast } from '#client/lib/toast.ts'
import { paths } from '../paths.ts'
import { isUnauthorized } from './request.ts'

/** The specification's pause, in which the toast is read. */
const pauseMs = 500

let isLeaving = false

/**
 * When an answer says that nobody is signed in any more: says so, then goes to sign in again.
 * Part of `QueryCache` and `MutationCache` in entry.tsx; forms that ask by themselves call it from their `onError`.
 * @returns whether it was such an answer
 */
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
