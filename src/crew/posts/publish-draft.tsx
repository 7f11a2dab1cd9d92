import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#client/ui/controls/button.tsx'
import { sayFailed, sayPublished } from './messages.ts'
import { changePost, isAboutPosts } from './posts.queries.ts'

export function PublishDraft({ id }: { id: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => changePost(id, { published: true }),
    networkMode: 'always',
    onSuccess: () => {
      sayPublished()
      return client.invalidateQueries({ predicate: isAboutPosts })
    },
    onError: error => sayFailed('Failed to publish', error),
  })
  return (
    <Button
      size="wet"
      variant="action"
      pending={isPending}
      pendingLabel="Publishing..."
      onClick={() => mutate()}
    >
      Publish
    </Button>
  )
}
