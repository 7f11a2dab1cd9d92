import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Labelled } from '#client/ui/controls/labelled.tsx'
import { changePost } from '#client/videos/api/posts.ts'
import { showFailure, showPublished } from './messages.ts'

export function PublishDraft({ id, about }: { id: string; about?: string }) {
  const { pending, send } = useApiMutation(changePost)
  const publish = () =>
    send({ params: { id }, body: { published: true } }).then(showPublished, (error: unknown) =>
      showFailure('Failed to publish', error),
    )
  return (
    <Button
      size="wet"
      variant="action"
      pending={pending}
      pendingLabel="Publishing..."
      onClick={() => void publish()}
    >
      <Labelled label="Publish" about={about} />
    </Button>
  )
}
