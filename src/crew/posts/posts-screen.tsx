import Clapperboard from 'lucide-react/icons/clapperboard'
import Eye from 'lucide-react/icons/eye'
import PencilLine from 'lucide-react/icons/pencil-line'
import { usePages } from '#client/lib/query.tsx'
import { RequestError } from '#client/lib/request.ts'
import { paths } from '#client/paths.ts'
import { Labelled } from '#client/ui/controls/labelled.tsx'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { ownPostsQuery } from '#client/videos/api/posts.ts'
import type { CrewPost, PostTag } from '#contract/videos/crew-posts.ts'
import { postTags } from '#contract/videos/post-tags.ts'
import { css } from '#styled/css/index.js'
import { CrewLink, CrewLinkButton } from '../lib/crew-link.tsx'
import { FailureState, Screen } from '../lib/screen.tsx'
import { DeletePost } from './delete-post.tsx'
import { PostFacts } from './post-facts.tsx'
import { labelOf, PostVideoCard } from './post-video.tsx'
import { PublishDraft } from './publish-draft.tsx'

const tabs = css({ display: 'flex', overflowX: 'auto', borderBottomWidth: '2px', borderColor: 'line' })
const tab = css({
  position: 'relative',
  flexShrink: '0',
  flexGrow: '1',
  display: 'grid',
  placeItems: 'center',
  minHeight: 'wet',
  minWidth: 'wet',
  paddingInline: { base: '1', sm: '3' },
  color: 'inkMuted',
  textDecoration: 'none',
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'xl',
  '&:focus-visible': { outlineOffset: '-3px' },
  '&[aria-current=page]': { color: 'ink', boxShadow: 'inset 0 -4px 0 token(colors.sea)' },
})

/** One row on the narrowest phone. */
const buttons = css({
  display: 'flex',
  gap: '2',
  paddingInline: '4',
  paddingBottom: '4',
  '& > a, & > button': { paddingInline: '3' },
  '& > :first-child': { flexGrow: '1' },
})

function TagTabs({ current }: { current: PostTag | null }) {
  return (
    <nav aria-label="Tags" className={tabs}>
      {[null, ...postTags].map(tag => (
        <CrewLink
          key={tag}
          href={paths.crewPosts(tag ?? undefined)}
          aria-current={tag === current ? 'page' : undefined}
          className={tab}
        >
          {tag ?? 'All'}
        </CrewLink>
      ))}
    </nav>
  )
}

function PostCard({ post }: { post: CrewPost }) {
  const about = ` ${labelOf(post)}`
  return (
    <Card as="li">
      <PostVideoCard post={post} />
      <CardBody>
        <PostFacts post={post} />
      </CardBody>
      <div className={buttons}>
        {post.publishedAt === null ? (
          <PublishDraft id={post.id} about={about} />
        ) : (
          <CrewLinkButton href={paths.crewPost(post.id)} variant="secondary">
            <Eye size={22} />
            <Labelled label="View" about={about} />
          </CrewLinkButton>
        )}
        <CrewLinkButton href={paths.crewEditPost(post.id)} variant="secondary">
          <PencilLine size={22} />
          <Labelled label="Edit" about={about} />
        </CrewLinkButton>
        <DeletePost id={post.id} about={about} />
      </div>
    </Card>
  )
}

const isForbidden = (error: Error) => error instanceof RequestError && error.status === 403

function Posts({ tag }: { tag: PostTag | null }) {
  const { list, error, refetch, isFetching } = usePages(ownPostsQuery(tag))
  if (!list && error)
    return (
      <FailureState
        title="Error loading posts"
        {...(isForbidden(error) && {
          description: "Access denied: You don't have permission to view these posts",
        })}
        pending={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!list) return <Loading count={2} />
  if (list.items.length === 0)
    return (
      <EmptyState
        icon={<Clapperboard size={28} />}
        title="No posts yet"
        description="Record a video and publish it: your backers are waiting."
        action={
          <CrewLinkButton href={paths.crew()} variant="action">
            Record a Video
          </CrewLinkButton>
        }
      />
    )
  return (
    <PagedItems list={list} what="posts" size="wet">
      <Grid as="ul" tight>
        {list.items.map(post => (
          <PostCard key={post.id} post={post} />
        ))}
      </Grid>
    </PagedItems>
  )
}

export default function PostsScreen({ tag }: { tag: PostTag | null }) {
  return (
    <Screen title="My Posts">
      <TagTabs current={tag} />
      <Posts tag={tag} />
    </Screen>
  )
}
