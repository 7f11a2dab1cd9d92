import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { goBack } from '#client/lib/location.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { SubmitButton } from '#client/ui/forms/form.tsx'
import { changePost } from '#client/videos/api/posts.ts'
import type { CrewPost } from '#contract/videos/crew-posts.ts'
import { SubViewHeader } from '../lib/crew-link.tsx'
import { Screen } from '../lib/screen.tsx'
import type { PostFields } from '../queue/item.ts'
import { getQueue } from '../queue/runtime.ts'
import { showFailure, showPublished } from './messages.ts'
import { PostForm } from './post-form.tsx'
import { PostLoader } from './post-loader.tsx'

function EditForm({ post }: { post: CrewPost }) {
  const change = useApiMutation(changePost)
  const save = async (fields: PostFields, intent: string) => {
    await change.send({
      params: { id: post.id },
      body: { ...fields, ...(intent === 'publish' && { published: true as const }) },
    })
    // The queue is a copy.
    await getQueue()
      .editPost(post.id, fields)
      .catch(() => {})
    if (intent === 'publish') showPublished()
    else toast({ title: 'Post saved' })
    goBack(paths.crewPosts())
  }
  return (
    <PostForm
      start={{ caption: post.caption ?? '', tag: post.tag, visibility: post.visibility }}
      onSubmit={save}
      onError={error => showFailure('Failed to save', error)}
    >
      <SubmitButton size="wet" name="intent" value="save" pendingLabel="Saving...">
        Save Changes
      </SubmitButton>
      {post.publishedAt === null && (
        <SubmitButton
          size="wet"
          variant="secondary"
          name="intent"
          value="publish"
          pendingLabel="Publishing..."
        >
          Publish Post
        </SubmitButton>
      )}
    </PostForm>
  )
}

export default function EditScreen({ id }: { id: string }) {
  return (
    <Screen>
      <SubViewHeader title="Edit Post" parent={paths.crewPosts()} />
      <PostLoader id={id}>{post => <EditForm post={post} />}</PostLoader>
    </Screen>
  )
}
