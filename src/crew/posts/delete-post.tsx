import { useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { toast } from '#client/lib/toast.ts'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { getQueue } from '../queue/runtime.ts'
import { sayFailed } from './messages.ts'
import { deletePost, isAboutPost, isAboutPosts } from './posts.queries.ts'

export function DeletePost({ id, onDeleted }: { id: string; onDeleted?(): void }) {
  const client = useQueryClient()
  const remove = async () => {
    await deletePost(id)
    await getQueue().forgetPost(id)
    toast({ title: 'Post deleted' })
    onDeleted?.()
    // A view that is being left would fetch the deleted post.
    const isGone = isAboutPost(id)
    await client.invalidateQueries({ predicate: query => isAboutPosts(query) && !isGone(query) })
    client.removeQueries({ predicate: isGone })
  }
  return (
    <ConfirmButton
      label="Delete"
      icon={<Trash2 size={24} aria-hidden />}
      size="wet"
      variant="secondary"
      title="Delete Post?"
      description="This will permanently delete your post. This action cannot be undone."
      confirmLabel="Delete"
      destructive
      onConfirm={remove}
      onError={error => sayFailed('Failed to delete', error)}
    />
  )
}
