import { type RefObject, useRef, useState } from 'react'
import type { More, PagedList } from '#client/lib/query.tsx'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { Button, type ButtonProps, LinkButton } from '#client/ui/controls/button.tsx'
import { Failure } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const row = css({ display: 'flex', justifyContent: 'center', paddingTop: '2' })
const end = css({ column: '3', alignItems: 'center', paddingTop: '2' })

export interface Shown<T, E extends HTMLElement> {
  items: readonly T[]
  left: number
  more(): void
  listRef: RefObject<E | null>
}

export function useShown<T, E extends HTMLElement = HTMLElement>(
  items: readonly T[],
  step: number,
): Shown<T, E> {
  const [count, setCount] = useState(step)
  const listRef = useRef<E>(null)
  return {
    items: items.slice(0, count),
    left: Math.max(0, items.length - count),
    more() {
      setCount(count + step)
      if (count + step >= items.length) listRef.current?.focus({ preventScroll: true })
    },
    listRef,
  }
}

export function ShowMore({ left, what, onMore }: { left: number; what: string; onMore(): void }) {
  if (left === 0) return null
  return (
    <div className={row}>
      <Button variant="secondary" onClick={onMore}>
        Show more {what} ({left} left)
      </Button>
    </div>
  )
}

interface LoadMoreProps extends Pick<ButtonProps, 'size'> {
  more: More
  what: string
  onMore(): void
}

/** Loads the next page of a list, or tries again. */
export const LoadMore = ({ more, what, size, onMore }: LoadMoreProps) => (
  <>
    {more === 'failed' && <Failure>More {what} could not be loaded.</Failure>}
    <Button
      variant="secondary"
      size={size}
      pending={more === 'loading'}
      pendingLabel="Loading..."
      onClick={onMore}
    >
      {more === 'failed' ? 'Try again' : `Show more ${what}`}
    </Button>
  </>
)

interface MorePagesProps extends Pick<ButtonProps, 'size'> {
  list: PagedList<unknown>
  what: string
  /** Gets the focus from the removed button. */
  listRef: RefObject<HTMLElement | null>
  /** A page with the rest, without JavaScript. */
  href?: string
}

export function MorePages({ list: { hasMore, more, loadMore }, listRef, href, ...button }: MorePagesProps) {
  const isHydrated = useHydrated()
  if (!hasMore) return null
  if (href !== undefined && !isHydrated)
    return (
      <div className={end}>
        <LinkButton href={href} variant="secondary" size={button.size}>
          Show more {button.what}
        </LinkButton>
      </div>
    )
  const onMore = async () => {
    if (!(await loadMore())) listRef.current?.focus({ preventScroll: true })
  }
  return (
    <div className={end}>
      <LoadMore {...button} more={more} onMore={() => void onMore()} />
    </div>
  )
}
