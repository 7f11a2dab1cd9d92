import ArrowUp from 'lucide-react/icons/arrow-up'
import Clapperboard from 'lucide-react/icons/clapperboard'
import { useEffect, useRef } from 'react'
import { announce } from '#client/lib/announce.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { LoadMore } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { css } from '#styled/css/index.js'
import type { ShownFeed } from './use-feed.ts'
import { useNear } from './use-near.ts'
import { cardId, VideoCard } from './video-card.tsx'

const grid = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr))',
  gap: { base: '3', md: '5' },
  sm: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 13rem), 1fr))' },
})
const end = css({ column: '3', alignItems: 'center', minHeight: '20', paddingTop: '6' })
const pillRow = css({
  position: 'sticky',
  top: '20',
  zIndex: 'sticky',
  display: 'flex',
  justifyContent: 'center',
  height: '0',
})
const pill = css({ borderRadius: 'full', boxShadow: 'overlay' })

/** Cards above the fold on a wide screen. */
const eagerly = 5

interface FeedGridProps {
  feed: ShownFeed
  hrefOf(id: string): string
  onOpen(id: string): void
}

export function FeedGrid({ feed, hrefOf, onOpen }: FeedGridProps) {
  const list = useRef<HTMLUListElement>(null)
  /** Gets the focus from the removed button. */
  const focusNext = useRef<string | null>(null)
  const { visibleItems } = feed
  useEffect(() => {
    if (focusNext.current === null || visibleItems.length === 0) return
    document.getElementById(cardId(focusNext.current))?.focus()
    focusNext.current = null
  }, [visibleItems])
  const goOn = async () => {
    focusNext.current = (await feed.loadMore())?.id ?? null
  }
  if (feed.visibleItems.length === 0)
    return <EmptyState icon={<Clapperboard size={26} />} title="No videos available yet" />

  return (
    <div>
      <NewVideos
        waiting={feed.waiting}
        onShow={() => {
          feed.showWaiting()
          list.current?.focus({ preventScroll: true })
          scrollTo({ top: 0 })
        }}
      />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Crew videos"
        aria-busy={feed.more === 'loading'}
        className={grid}
      >
        {feed.visibleItems.map((clip, index) => (
          <VideoCard
            key={clip.id}
            clip={clip}
            href={hrefOf(clip.id)}
            eager={index < eagerly}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {feed.hasMore && <FeedEnd feed={feed} onMore={() => void goOn()} />}
    </div>
  )
}

function NewVideos({ waiting: { count, more }, onShow }: { waiting: ShownFeed['waiting']; onShow(): void }) {
  const text = `${count}${more ? '+' : ''} new ${count === 1 && !more ? 'video' : 'videos'}`
  useEffect(() => {
    if (count > 0) announce(text)
  }, [count, text])
  return (
    <div className={pillRow}>
      {count > 0 && (
        <Button className={pill} onClick={onShow}>
          <ArrowUp size={20} />
          {text}
        </Button>
      )}
    </div>
  )
}

/** Loads more on scroll; after a failure by the button only. */
function FeedEnd({ feed: { more, loadMore }, onMore }: { feed: ShownFeed; onMore(): void }) {
  const element = useRef<HTMLDivElement>(null)
  useNear(element, { margin: '400px', enabled: more === 'idle', onNear: () => void loadMore() })
  return (
    <div ref={element} className={end}>
      <LoadMore more={more} what="videos" onMore={onMore} />
    </div>
  )
}

const cardSize = css({ height: 'auto', aspectRatio: '4/7' })

export function FeedSkeleton() {
  return (
    <div className={grid}>
      <Loading count={5} className={cardSize} />
    </div>
  )
}
