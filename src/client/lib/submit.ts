import { toast } from '#client/lib/toast.ts'
import { messageOf } from './request.ts'
import { handleUnauthorized } from './unauthorized.ts'

/** Shows the specification's error toast, or signs in again after a 401. */
export function tellFailure(error: unknown, otherwise = 'An error occurred'): void {
  if (handleUnauthorized(error)) return
  toast({ title: 'Error', description: messageOf(error, otherwise), variant: 'destructive' })
}

export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Keeps a form pending until the browser has left the page. */
export const untilTheNextPage = () => new Promise<never>(() => {})
