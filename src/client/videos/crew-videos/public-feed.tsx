import { useBoot } from '#client/lib/boot.tsx'
import { useAddress } from '#client/lib/location.ts'
import { tagIn } from '#client/lib/post-tag.ts'
import type { PageOf } from '#client/lib/request.ts'
import { paths } from '#client/paths.ts'
import { Data, LoadFailed } from '#client/ui/layout/data.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { feedQuery, postQuery } from '#client/videos/api/posts.ts'
import type { PublicPost } from '#contract/videos/crew-posts.ts'
import { FeedGrid, FeedSkeleton } from './feed-grid.tsx'
import { Filter } from './filter.tsx'
import { Player } from './player.tsx'
import type { PlayerProps } from './player-view.tsx'
import { ReportedVideos } from './reported-videos.tsx'
import { useFeed } from './use-feed.ts'
import { useWatchedClip } from './use-watched-clip.ts'
import { cardId } from './video-card.tsx'
import { type Places, useWatching, type Watching } from './watching.ts'

/** `/crew-videos/:id`; the tag stays in the query. */
const places: Places = {
  idIn: ({ pathname }) => /^\/crew-videos\/([\w-]+)$/.exec(pathname)?.[1] ?? null,
  hrefOf: (id, { search }) => (id === null ? paths.crewVideos() : paths.crewVideo(id)) + search,
}

type FeedProps = Pick<PlayerProps, 'boatNow'>

export function PublicFeed({ boatNow }: FeedProps) {
  const tag = tagIn(useAddress().search)
  const watching = useWatching(places)
  const { params, head } = useBoot()
  return (
    <Stack>
      <ReportedVideos onOpen={watching.open} />
      <Filter tag={tag} />
      <Data
        query={feedQuery(tag)}
        fallback={<FeedSkeleton />}
        failed={<LoadFailed title="Failed to fetch videos" />}
      >
        {first => <Videos key={tag ?? 'all'} first={first} watching={watching} boatNow={boatNow} />}
      </Data>
      {params.id !== undefined && head && (
        <Data query={postQuery(params.id)} optional>
          {() => null}
        </Data>
      )}
    </Stack>
  )
}

interface VideosProps extends FeedProps {
  first: PageOf<PublicPost>
  watching: Watching
}

function Videos({ first, watching, boatNow }: VideosProps) {
  const feed = useFeed(first)
  const clip = useWatchedClip(watching.id, feed.visibleItems)
  const at = feed.visibleItems.findIndex(({ id }) => id === watching.id)
  const goTo = (target: { id: string } | null | undefined) => (target ? () => watching.step(target.id) : null)
  const loadAndGo = async () => {
    const next = await feed.loadMore()
    if (next) watching.step(next.id)
  }
  // A video outside the list continues with the newest.
  const next = goTo(feed.visibleItems[at + 1])
  return (
    <>
      <FeedGrid feed={feed} hrefOf={watching.hrefOf} onOpen={watching.open} />
      <Player
        clip={clip}
        pageTitle="Crew Videos"
        steps={{
          previous: at > 0 ? goTo(feed.visibleItems[at - 1]) : null,
          next: next ?? (feed.hasMore ? () => void loadAndGo() : null),
        }}
        isStepping={feed.more === 'loading'}
        boatNow={boatNow}
        onClose={watching.close}
        returnTo={({ id }) => cardId(id)}
      />
    </>
  )
}
