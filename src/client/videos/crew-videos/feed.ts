import type { PageOf } from '#client/lib/request.ts'

export interface Listed {
  id: string
  /** ISO 8601, UTC. */
  publishedAt: string
}

/** Newest first. New items wait until requested, so that the list doesn't move. */
export interface Feed<T extends Listed> {
  visibleItems: readonly T[]
  /** Path of the next page, or null at the end. */
  next: string | null
  /** The current first page, when it differs from the shown one. */
  latest: PageOf<T>
}

const isBefore = (a: Listed, b: Listed): boolean =>
  a.publishedAt === b.publishedAt ? a.id > b.id : a.publishedAt > b.publishedAt

export const beginFeed = <T extends Listed>(first: PageOf<T>): Feed<T> => ({
  visibleItems: first.items,
  next: first.next,
  latest: first,
})

/** Returns false if there's a gap between the first page and the shown items. */
function meets<T extends Listed>({ visibleItems, latest }: Feed<T>): boolean {
  const [newest] = visibleItems
  const oldest = latest.items.at(-1)
  return latest.next === null || newest === undefined || oldest === undefined || !isBefore(oldest, newest)
}

/** Deleted items go, others are refreshed, new ones wait. */
export function receivePage<T extends Listed>(feed: Feed<T>, latest: PageOf<T>): Feed<T> {
  if (feed.visibleItems.length === 0) return beginFeed(latest)
  const fresh = new Map(latest.items.map(item => [item.id, item]))
  const oldest = latest.items.at(-1)
  const isCovered = (item: T) => latest.next === null || (oldest !== undefined && !isBefore(oldest, item))
  const visibleItems = feed.visibleItems.flatMap(item => {
    const version = fresh.get(item.id)
    if (version) return [version]
    return isCovered(item) ? [] : [item]
  })
  if (visibleItems.length === 0) return beginFeed(latest)
  return { visibleItems, next: feed.next, latest }
}

/** The items of a page that the feed doesn't show. */
function newItems<T extends Listed>({ visibleItems }: Feed<T>, { items }: PageOf<T>): T[] {
  const ids = new Set(visibleItems.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}

export function waiting<T extends Listed>(feed: Feed<T>): { count: number; more: boolean } {
  const count = newItems(feed, feed.latest).length
  return { count, more: count > 0 && !meets(feed) }
}

export function showWaiting<T extends Listed>(feed: Feed<T>): Feed<T> {
  if (!meets(feed)) return beginFeed(feed.latest)
  const items = newItems(feed, feed.latest)
  if (items.length === 0) return feed
  const visibleItems = [...items, ...feed.visibleItems].sort((a, b) => (isBefore(a, b) ? -1 : 1))
  const isLonger = visibleItems.at(-1) !== feed.visibleItems.at(-1)
  return { ...feed, visibleItems, next: isLonger ? feed.latest.next : feed.next }
}

/** Appends the page that was requested at `from`; ignores late answers. */
export function appendPage<T extends Listed>(feed: Feed<T>, from: string, page: PageOf<T>): Feed<T> {
  if (feed.next !== from) return feed
  return { ...feed, visibleItems: [...feed.visibleItems, ...newItems(feed, page)], next: page.next }
}
