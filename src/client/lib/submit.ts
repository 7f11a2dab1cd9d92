import { toast } from '#client/lib/toast.ts'
import { messageOf } from './request.ts'
import { handleUnauthorized } from './unauthorized.ts'

/** The specification's way to say that something did not work: the server's words, or else the given ones. */
export function tellFailure(error: unknown, otherwise = 'An error occurred'): void {
  if (handleUnauthorized(error)) return
  toast({ title: 'Error', description: messageOf(error, otherwise), variant: 'destructive' })
}

/** A field of a form as text. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** For what ends in another page: the form stays as it is while the browser gets there. */
export const untilTheNextPage = () => new Promise<never>(() => {})
