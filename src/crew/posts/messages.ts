import { messageOf } from '#client/lib/request.ts'
import { toast } from '#client/lib/toast.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'

const duration = 4000

export const showPublished = () => toast({ title: 'Post published successfully!', duration })

export function showFailure(title: string, error: unknown): void {
  if (handleUnauthorized(error)) return
  toast({ title, description: messageOf(error, 'Unknown error'), variant: 'destructive', duration })
}
