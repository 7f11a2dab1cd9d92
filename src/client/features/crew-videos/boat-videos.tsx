import Clapperboard from 'lucide-react/icons/clapperboard'
import { useRef } from 'react'
import { boatVideosQuery } from '#client/api/posts.ts'
import { paths } from '#client/paths.ts'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import type { PublicPost } from '#contract/crew-posts.ts'
import { clipOfPublic } from './clip.ts'
import { VideoCard } from './video-card.tsx'

/** A boat's public videos. */
export function BoatVideos({ boatId }: { boatId: string }) {
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <Section id="videos" title="Crew Videos">
      <PagedData<PublicPost> query={boatVideosQuery(boatId)} shape="row" count={1} what="The videos">
        {list =>
          list.items.length === 0 ? (
            <EmptyState icon={<Clapperboard size={26} aria-hidden />} title="No videos available yet" />
          ) : (
            <div ref={listRef} tabIndex={-1}>
              <Grid as="ul" columns="tiles">
                {list.items.map(post => (
                  <VideoCard key={post.id} clip={clipOfPublic(post)} href={paths.crewVideo(post.id)} />
                ))}
              </Grid>
              <MorePages list={list} what="videos" listRef={listRef} />
            </div>
          )
        }
      </PagedData>
    </Section>
  )
}
