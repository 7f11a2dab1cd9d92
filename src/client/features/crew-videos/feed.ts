import type { PageOf } from '#client/lib/request.ts'

/** Of an item: which it is, and where it stands. */
export interface Listed {
  id: string
  /** ISO 8601, UTC. */
  publishedAt: string
}

/** A list, the newest first, of which new items wait to be asked for: what somebody looks at does not move by itself. */
export interface Feed<T extends Listed> {
  shown: readonly T[]
  /** Where the list goes on; null: it ends here. */
  next: string | null
  /** The first page as it is now, when that differs from what is shown. */
  latest: PageOf<T>
}

/** How the first page's version of a known item is taken over. */
export type Refresh<T> = (known: T, fresh: T) => T

/** The order of the API: by time, then by id, both falling. */
const isBefore = (a: Listed, b: Listed): boolean =>
  a.publishedAt === b.publishedAt ? a.id > b.id : a.publishedAt > b.publishedAt

const idsOf = (items: readonly Listed[]) => new Set(items.map(({ id }) => id))

export const beginFeed = <T extends Listed>(first: PageOf<T>): Feed<T> => ({
  shown: first.items,
  next: first.next,
  latest: first,
})

/** Whether the first page reaches down to what is shown; else there is a gap between the two. */
function meets<T extends Listed>({ shown, latest }: Feed<T>): boolean {
  const [newest] = shown
  const oldest = latest.items.at(-1)
  return latest.next === null || newest === undefined || oldest === undefined || !isBefore(oldest, newest)
}

/** Takes the first page as it is now: what is gone goes, what is known is renewed, what is new waits. */
export function receivePage<T extends Listed>(
  feed: Feed<T>,
  latest: PageOf<T>,
  refresh: Refresh<T>,
): Feed<T> {
  if (feed.shown.length === 0) return beginFeed(latest)
  const fresh = new Map(latest.items.map(item => [item.id, item]))
  const oldest = latest.items.at(-1)
  const isCovered = (item: T) => latest.next === null || (oldest !== undefined && !isBefore(oldest, item))
  const shown = feed.shown.flatMap(item => {
    const version = fresh.get(item.id)
    if (version) return [refresh(item, version)]
    return isCovered(item) ? [] : [item]
  })
  if (shown.length === 0) return beginFeed(latest)
  return { shown, next: feed.next, latest }
}

/** How many new items wait, and whether there are still more than that. */
export function waiting<T extends Listed>(feed: Feed<T>): { count: number; more: boolean } {
  const known = idsOf(feed.shown)
  const count = feed.latest.items.filter(({ id }) => !known.has(id)).length
  return { count, more: count > 0 && !meets(feed) }
}

/** Shows what waits. Behind a gap the list begins anew. */
export function showWaiting<T extends Listed>(feed: Feed<T>): Feed<T> {
  if (!meets(feed)) return beginFeed(feed.latest)
  const known = idsOf(feed.shown)
  const fresh = feed.latest.items.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return feed
  const shown = [...fresh, ...feed.shown].sort((a, b) => (isBefore(a, b) ? -1 : 1))
  return { ...feed, shown }
}

/** Goes on with the page that was asked for at `from`; an answer that comes too late is none. */
export function appendPage<T extends Listed>(feed: Feed<T>, from: string, page: PageOf<T>): Feed<T> {
  if (feed.next !== from) return feed
  const known = idsOf(feed.shown)
  return {
    ...feed,
    shown: [...feed.shown, ...page.items.filter(({ id }) => !known.has(id))],
    next: page.next,
  }
}
