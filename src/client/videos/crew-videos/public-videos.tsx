import type { PagesQuery } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyLine } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import type { PublicPost } from '#contract/videos/crew-posts.ts'
import { VideoCard } from './video-card.tsx'

interface PublicVideosProps {
  title: string
  query: PagesQuery<PublicPost>
}

/** Videos of one boat or tournament. */
export const PublicVideos = ({ title, query }: PublicVideosProps) => (
  <Section id="videos" title={title}>
    <PagedData query={query} shape="row" count={1} what="The videos">
      {list =>
        list.items.length === 0 ? (
          <EmptyLine title="No videos available yet" />
        ) : (
          <PagedItems list={list} what="videos">
            <Grid as="ul" columns="tiles">
              {list.items.map(post => (
                <VideoCard key={post.id} clip={post} href={paths.crewVideo(post.id)} />
              ))}
            </Grid>
          </PagedItems>
        )
      }
    </PagedData>
  </Section>
)
