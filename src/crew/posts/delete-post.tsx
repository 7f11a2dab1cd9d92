import { useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { deletePost, ownPostQuery } from '#client/videos/api/posts.ts'
import { getQueue } from '../queue/runtime.ts'
import { showFailure } from './messages.ts'

interface Props {
  id: string
  /** Follows the label for screen readers. */
  about?: string
  onDeleted?(): void
}

export function DeletePost({ id, about = '', onDeleted }: Props) {
  const client = useQueryClient()
  const deletion = useApiMutation(deletePost)
  const remove = async () => {
    await deletion.send({ params: { id } })
    // The queue is a copy.
    await getQueue()
      .forgetPost(id)
      .catch(() => {})
    toast({ title: 'Post deleted' })
    onDeleted?.()
    client.removeQueries({ queryKey: ownPostQuery(id).queryKey })
  }
  return (
    <ConfirmButton
      label={`Delete${about}`}
      icon={<Trash2 size={24} />}
      size="wet"
      variant="secondary"
      title="Delete Post?"
      description="This will permanently delete your post. This action cannot be undone."
      confirmLabel="Delete"
      destructive
      onConfirm={remove}
      onError={error => showFailure('Failed to delete', error)}
    />
  )
}
