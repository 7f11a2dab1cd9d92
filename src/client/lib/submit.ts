import { toast } from '#client/lib/toast.ts'
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
