import { type ToastOptions, toast, toastAfterNavigation } from '#client/lib/toast.ts'
import { messageOf } from './request.ts'
import { handleUnauthorized } from './unauthorized.ts'

/** A toast, or the sign-in after a 401. @returns the toast's message */
export function toastFailure(
  error: unknown,
  otherwise = 'An error occurred',
  title = 'Error',
): string | null {
  if (handleUnauthorized(error)) return null
  const description = messageOf(error, otherwise)
  toast({ title, description, variant: 'destructive' })
  return description
}

export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Resolves when the browser shows this page again, from its history. */
export const untilTheNextPage = () =>
  new Promise<void>(resolve => addEventListener('pageshow', () => resolve(), { once: true }))

interface Leaving {
  /** The next page shows it. */
  toast?: ToastOptions
  /** Back doesn't lead to this page again. */
  replaces?: boolean
}

/** Opens another page. Resolves as {@link untilTheNextPage}, so that a form stays pending meanwhile. */
export function leaveFor(href: string, { toast: next, replaces = false }: Leaving = {}): Promise<void> {
  if (next) toastAfterNavigation(next)
  if (replaces) location.replace(href)
  else location.assign(href)
  return untilTheNextPage()
}
