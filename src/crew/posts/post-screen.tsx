import PencilLine from 'lucide-react/icons/pencil-line'
import { paths } from '#client/paths.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { CrewLinkButton, SubViewHeader } from '../lib/crew-link.tsx'
import { navigate } from '../lib/location.ts'
import { Screen } from '../lib/screen.tsx'
import { DeletePost } from './delete-post.tsx'
import { PostFacts } from './post-facts.tsx'
import { PostLoader } from './post-loader.tsx'
import { PostVideo } from './post-video.tsx'
import { PublishDraft } from './publish-draft.tsx'

export default function PostScreen({ id }: { id: string }) {
  return (
    <Screen>
      <SubViewHeader title="View Post" parent={paths.crewPosts()} />
      <PostLoader id={id}>
        {post => (
          <>
            <PostVideo post={post} ratio="9/16" autoPlay />
            <Stack gap="2">
              <PostFacts post={post} withDuration />
            </Stack>
            <Row gap="4">
              {post.publishedAt === null && <PublishDraft id={id} />}
              <CrewLinkButton href={paths.crewEditPost(id)} variant="secondary">
                <PencilLine size={22} />
                Edit
              </CrewLinkButton>
              <DeletePost id={id} onDeleted={() => navigate(paths.crewPosts(), { replace: true })} />
            </Row>
          </>
        )}
      </PostLoader>
    </Screen>
  )
}
