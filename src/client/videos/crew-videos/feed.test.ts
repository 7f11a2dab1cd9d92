import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PageOf } from '#client/lib/request.ts'
import { appendPage, beginFeed, type Feed, type Listed, receivePage, showWaiting, waiting } from './feed.ts'

interface Item extends Listed {
  version: number
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
const item = (minute: number, version = 0): Item => ({ id: `id-${minute}`, publishedAt: at(minute), version })
const page = (minutes: readonly number[], next: string | null = null): PageOf<Item> => ({
  items: minutes.map(minute => item(minute)),
  next,
})
const minutes = (feed: Feed<Item>) => feed.visibleItems.map(({ id }) => Number(id.slice(3)))

/** Fixed, so that CI is deterministic; `FEED_SEED=$RANDOM` tries others. */
const seed = Number(process.env.FEED_SEED ?? 1)

describe('a feed', () => {
  test('lets what is new wait until it is asked for', () => {
    const feed = receivePage(beginFeed(page([3, 2, 1])), page([6, 5, 4, 3, 2, 1]))
    expect(minutes(feed)).toEqual([3, 2, 1])
    expect(waiting(feed)).toEqual({ count: 3, more: false })
    expect(minutes(showWaiting(feed))).toEqual([6, 5, 4, 3, 2, 1])
    expect(waiting(showWaiting(feed))).toEqual({ count: 0, more: false })
  })

  test('shows the first ones at once: there is nothing to move', () => {
    expect(minutes(receivePage(beginFeed(page([])), page([1])))).toEqual([1])
  })

  test('puts in its place what was published earlier and shows only now', () => {
    const feed = receivePage(beginFeed(page([3, 1])), page([3, 2, 1]))
    expect(waiting(feed).count).toBe(1)
    expect(minutes(showWaiting(feed))).toEqual([3, 2, 1])
  })

  test('lets go what is gone, and keeps what the first page does not reach', () => {
    const feed = appendPage(beginFeed(page([5, 4, 3], '/2')), '/2', page([2, 1]))
    expect(minutes(receivePage(feed, page([5, 3, 2], '/2')))).toEqual([5, 3, 2, 1])
    expect(minutes(receivePage(feed, page([5, 3])))).toEqual([5, 3])
  })

  test('takes over the new version of what it knows', () => {
    const feed = receivePage(beginFeed(page([1])), { items: [item(1, 7)], next: null })
    expect(feed.visibleItems).toEqual([item(1, 7)])
  })

  test('begins anew behind a gap, and says that there are more', () => {
    const feed = receivePage(beginFeed(page([3, 2, 1], '/2')), page([9, 8, 7], '/later'))
    expect(waiting(feed)).toEqual({ count: 3, more: true })
    expect(minutes(showWaiting(feed))).toEqual([9, 8, 7])
    expect(showWaiting(feed).next).toBe('/later')
  })

  test('takes no answer that comes too late, and nothing twice', () => {
    const feed = beginFeed(page([5, 4], '/2'))
    expect(appendPage(feed, '/other', page([3]))).toBe(feed)
    const longerFeed = appendPage(feed, '/2', page([4, 3], '/3'))
    expect(minutes(longerFeed)).toEqual([5, 4, 3])
    expect(longerFeed.next).toBe('/3')
  })

  test('continues behind the first page when deletions let it reach further than the list', () => {
    const start = beginFeed(page([5, 4, 2, 1], '/below/1'))
    const feed = showWaiting(receivePage(start, page([4, 2, 1, 0])))
    expect(minutes(feed)).toEqual([4, 2, 1, 0])
    expect(feed.next).toBeNull()
    const longer = showWaiting(receivePage(start, page([4, 2, 1, 0], '/below/0')))
    expect(longer.next).toBe('/below/0')
  })

  test('whatever happens: never twice the same, always in order, and nothing new by itself', () => {
    const size = 4
    /** The API's answer, from all posts that are published now. */
    const answer = (posts: ReadonlySet<number>, below: number): PageOf<Item> => {
      const rest = [...posts].filter(minute => minute < below).sort((a, b) => b - a)
      return page(rest.slice(0, size), rest.length > size ? `/below/${rest[size - 1]}` : null)
    }
    const step = fc.oneof(
      fc.record({ does: fc.constantFrom('publish', 'remove'), minute: fc.integer({ min: 0, max: 50 }) }),
      fc.record({ does: fc.constantFrom('receive', 'show', 'more') }),
    )
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 50 })), fc.array(step), (first, steps) => {
        const posts = new Set(first)
        let feed = beginFeed(answer(posts, Infinity))
        for (const action of steps) {
          const before = minutes(feed)
          if ('minute' in action) {
            if (action.does === 'publish') posts.add(action.minute)
            else posts.delete(action.minute)
          } else if (action.does === 'receive') {
            feed = receivePage(feed, answer(posts, Infinity))
            if (minutes(feed).some(minute => before.includes(minute)))
              expect(before).toEqual(expect.arrayContaining(minutes(feed)))
          } else if (action.does === 'show') {
            const { items } = feed.latest
            feed = showWaiting(feed)
            expect(feed.visibleItems).toEqual(expect.arrayContaining(items))
          } else if (feed.next !== null) {
            feed = appendPage(feed, feed.next, answer(posts, Number(feed.next.slice(7))))
          }
          const now = minutes(feed)
          expect(new Set(now).size).toBe(now.length)
          expect(now).toEqual(now.toSorted((a, b) => b - a))
        }
      }),
      { seed },
    )
  })
})
