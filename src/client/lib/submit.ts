import { toast } from '#client/lib/toast.ts'
import { messageOf } from './request.ts'
import { handleUnauthorized } from './unauthorized.ts'

/** The specification's toast, or the sign-in after a 401. */
export function toastFailure(error: unknown, otherwise = 'An error occurred'): void {
  if (handleUnauthorized(error)) return
  toast({ title: 'Error', description: messageOf(error, otherwise), variant: 'destructive' })
}

export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

export const untilTheNextPage = () => new Promise<never>(() => {})
