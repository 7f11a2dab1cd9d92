import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { More } from '#client/lib/query.tsx'
import type { PageOf } from '#client/lib/request.ts'
import { feedPageQuery } from '#client/videos/api/posts.ts'
import type { PublicPost } from '#contract/videos/crew-posts.ts'
import type { Clip } from './clip.ts'
import { appendPage, beginFeed, type Feed, receivePage, showWaiting, waiting } from './feed.ts'

export function useFeed(first: PageOf<PublicPost>) {
  const client = useQueryClient()
  const [{ source, feed }, setState] = useState(() => ({ source: first, feed: beginFeed<Clip>(first) }))
  const [more, setMore] = useState<More>('idle')
  const change = (by: (feed: Feed<Clip>) => Feed<Clip>) =>
    setState(state => ({ ...state, feed: by(state.feed) }))
  if (source !== first) setState({ source: first, feed: receivePage(feed, first) })

  return {
    visibleItems: feed.visibleItems,
    waiting: waiting(feed),
    showWaiting: () => change(showWaiting),
    hasMore: feed.next !== null,
    more,
    /** @returns the page's first clip; null at the end or after a failure */
    async loadMore(): Promise<Clip | null> {
      const { next } = feed
      if (next === null || more === 'loading') return null
      setMore('loading')
      try {
        const page = await client.fetchQuery({ ...feedPageQuery(next), staleTime: 0 })
        change(current => appendPage(current, next, page))
        setMore('idle')
        return page.items[0] ?? null
      } catch {
        setMore('failed')
        return null
      }
    },
  }
}

export type ShownFeed = ReturnType<typeof useFeed>
