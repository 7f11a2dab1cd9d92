import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { inPlace } from '#client/lib/in-place.ts'
import { type PagedList, usePages } from '#client/lib/query.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DurationStamp } from '#client/ui/marks/video-player.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { entryPostsQuery } from '#client/videos/api/posts.ts'
import type { BoatSummary } from '#contract/boats/boats.ts'
import type { EntryPost } from '#contract/videos/crew-posts.ts'
import { css, cx } from '#styled/css/index.js'
import { type Clip, clipOfEntry, titleOf } from './clip.ts'
import { Player, preloadPlayer } from './player.tsx'
import type { PlayerProps } from './player-view.tsx'
import { Poster } from './poster.tsx'
import { useNear } from './use-near.ts'
import { useWatchedClip } from './use-watched-clip.ts'
import { type Places, useWatching } from './watching.ts'

/** Previews per boat. */
const previews = 6

/** `?video=` on the tournament's page. */
const places: Places = {
  idIn: ({ searchParams }) => searchParams.get('video'),
  hrefOf(id, { pathname, searchParams }) {
    const query = new URLSearchParams(searchParams)
    if (id === null) query.delete('video')
    else query.set('video', id)
    return query.size === 0 ? pathname : `${pathname}?${query}`
  },
}

interface EntryVideosProps extends Pick<PlayerProps, 'boatNow'> {
  entry: { id: string; boat: BoatSummary }
  pageTitle: string
}

/** A boat's crew videos, for members; fetched when it scrolls into view. */
export function EntryVideos(props: EntryVideosProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(useWatching(places).id !== null)
  useNear(element, { margin: '300px', enabled: !isNear, onNear: () => setNear(true) })
  if (isNear) return <LoadedVideos {...props} />
  return (
    <div ref={element}>
      <Frame>
        <div className={row} />
      </Frame>
    </div>
  )
}

function LoadedVideos({ entry, pageTitle, boatNow }: EntryVideosProps) {
  const { list, error } = usePages(entryPostsQuery(entry.id))
  if (list !== null) return <Strip list={list} boat={entry.boat} pageTitle={pageTitle} boatNow={boatNow} />
  if (error) return null
  return (
    <Frame>
      <LoadingText />
      <div className={row}>
        {['1', '2', '3'].map(key => (
          <Skeleton key={key} className={tile} />
        ))}
      </div>
    </Frame>
  )
}

const top = css({ row: '2', justifyContent: 'space-between', minHeight: '9' })
const heading = css({ textStyle: 'label', color: 'inkMuted' })
const row = css({
  display: 'flex',
  gap: '2',
  minHeight: '28',
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollbarWidth: 'none',
})
const tile = css({ position: 'relative', flexShrink: '0', width: '20', height: '28', borderRadius: 'md' })
const preview = css({
  display: 'block',
  overflow: 'hidden',
  '&:focus-visible': { outlineOffset: '-3px' },
})
const none = css({
  display: 'grid',
  placeItems: 'center',
  minHeight: '28',
  padding: '3',
  textAlign: 'center',
  textStyle: 'small',
  color: 'inkMuted',
  borderWidth: '1px',
  borderStyle: 'dashed',
  borderColor: 'edge',
  borderRadius: 'md',
})

interface FrameProps {
  action?: ReactNode
  children: ReactNode
}

const Frame = ({ action, children }: FrameProps) => (
  <Stack gap="2">
    <div className={top}>
      <h4 className={heading}>Crew Videos</h4>
      {action}
    </div>
    {children}
  </Stack>
)

interface StripProps extends Pick<EntryVideosProps, 'pageTitle' | 'boatNow'> {
  list: PagedList<EntryPost>
  boat: BoatSummary
}

function Strip({ list, boat, pageTitle, boatNow }: StripProps) {
  const watching = useWatching(places)
  const clips = useMemo(() => list.items.map(post => clipOfEntry(post, boat)), [list.items, boat])
  const [isOpen, setOpen] = useState(false)
  const firstOfRest = useRef<HTMLAnchorElement>(null)
  const listRef = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (isOpen) firstOfRest.current?.focus()
  }, [isOpen])
  const own = clips.some(({ id }) => id === watching.id) ? watching.id : null
  // The focus returns to the preview.
  useEffect(() => {
    if (own !== null)
      document
        .getElementById(previewId({ id: own }))
        ?.closest('details')
        ?.setAttribute('open', '')
  }, [own])
  const clip = useWatchedClip(own, clips)
  const at = clips.findIndex(({ id }) => id === own)
  const goTo = (target: Clip | undefined) => (target ? () => watching.step(target.id) : null)

  return (
    <>
      {clips.length === 0 ? (
        <Frame>
          <p className={none}>No crew videos yet. The crew will share updates soon!</p>
        </Frame>
      ) : (
        <Frame
          action={
            !isOpen &&
            clips.length > previews && (
              <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
                {/* Only the first page is counted. */}
                {list.hasMore ? 'More videos' : `+${clips.length - previews} more videos`}
              </Button>
            )
          }
        >
          <ul ref={listRef} tabIndex={-1} className={row}>
            {clips.slice(0, isOpen ? undefined : previews).map((item, index) => (
              <li key={item.id}>
                <a
                  ref={index === previews ? firstOfRest : undefined}
                  id={previewId(item)}
                  href={watching.hrefOf(item.id)}
                  data-same-page
                  onClick={inPlace(() => watching.open(item.id))}
                  onPointerEnter={preloadPlayer}
                  onFocus={preloadPlayer}
                  className={cx(tile, preview)}
                >
                  <Poster clip={item} />
                  <VisuallyHidden>
                    Play {item.tag}: {titleOf(item)}
                  </VisuallyHidden>
                  <DurationStamp seconds={item.video.durationSec} />
                </a>
              </li>
            ))}
          </ul>
          {isOpen && <MorePages list={list} what="videos" listRef={listRef} />}
        </Frame>
      )}
      <Player
        clip={clip}
        pageTitle={pageTitle}
        steps={{ previous: goTo(clips[at - 1]), next: at < 0 ? null : goTo(clips[at + 1]) }}
        boatNow={boatNow}
        onClose={watching.close}
        returnTo={previewId}
      />
    </>
  )
}

const previewId = ({ id }: Pick<Clip, 'id'>) => `preview-${id}`
