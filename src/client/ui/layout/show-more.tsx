import { type ReactNode, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import type { More, PagedList } from '#client/lib/query.tsx'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { Button, type ButtonProps, LinkButton, Spinner } from '#client/ui/controls/button.tsx'
import { Failure } from '#client/ui/layout/text.tsx'
import type { VariantsOf } from '#client/ui/variants.ts'
import { css, cva } from '#styled/css/index.js'

const row = css({ display: 'flex', justifyContent: 'center', paddingTop: '2' })
const end = css({ column: '3', alignItems: 'center', paddingTop: '2' })
const column = cva({
  variants: {
    gap: {
      '3': { column: '3' },
      '4': { column: '4' },
      '5': { column: '5' },
      grid: { column: { base: '4', md: '5' } },
      groups: { column: { base: '8', md: '10' } },
    },
  },
})
const loading = 'Loading...'

interface FirstItemsProps<T> extends VariantsOf<typeof column> {
  items: readonly T[]
  /** Number of items shown at first, and with each press. */
  step: number
  /** Noun of the button, as in "Show more boats". */
  what: string
  children(items: readonly T[]): ReactNode
}

interface ItemsProps extends VariantsOf<typeof column> {
  what: string
  listRef?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** Gets the focus from a removed button. A group: of other elements, screen readers read out all the text. */
export const Items = ({ what, listRef, gap, children }: ItemsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: it is no part of a form
  <div ref={listRef} role="group" aria-label={what} tabIndex={-1} className={gap && column({ gap })}>
    {children}
  </div>
)

/** The first items of a list, with the button for the next ones, and the focus when the button goes. */
export function FirstItems<T>({ items, step, what, gap, children }: FirstItemsProps<T>) {
  const [count, setCount] = useState(step)
  const listRef = useRef<HTMLDivElement>(null)
  const remaining = items.length - count
  const showMore = () => {
    setCount(count + step)
    if (remaining <= step) listRef.current?.focus({ preventScroll: true })
  }
  return (
    <Items {...{ what, listRef, gap }}>
      {children(items.slice(0, count))}
      {remaining > 0 && (
        <div className={row}>
          <Button variant="secondary" onClick={showMore}>
            Show more {what} ({remaining} left)
          </Button>
        </div>
      )}
    </Items>
  )
}

interface MoreLinkProps extends Pick<ButtonProps, 'size' | 'children'> {
  href: string
  isLoading: boolean
  onMore(): void
}

/** A link without JavaScript, else a button: the same element, which keeps the focus. */
function MoreLink({ isLoading, onMore, children, ...link }: MoreLinkProps) {
  const isHydrated = useHydrated()
  const press = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isLoading) onMore()
  }
  return (
    <LinkButton
      {...link}
      role={isHydrated ? 'button' : undefined}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || undefined}
      variant="secondary"
      onClick={press}
      onKeyDown={event => event.key === ' ' && press(event)}
    >
      {isLoading && <Spinner />}
      {isLoading ? loading : children}
    </LinkButton>
  )
}

interface LoadMoreProps extends Pick<ButtonProps, 'size'> {
  more: More
  what: string
  /** A page with the rest, without JavaScript. */
  href?: string | undefined
  onMore(): void
}

/** Loads the next page of a list, or tries again. */
export function LoadMore({ more, what, href, size, onMore }: LoadMoreProps) {
  const hasFailed = more === 'failed'
  const isLoading = more === 'loading'
  const label = hasFailed ? 'Try again' : `Show more ${what}`
  return (
    <>
      {hasFailed && <Failure>More {what} could not be loaded.</Failure>}
      {href === undefined ? (
        <Button size={size} variant="secondary" pending={isLoading} pendingLabel={loading} onClick={onMore}>
          {label}
        </Button>
      ) : (
        <MoreLink {...{ href, size, isLoading, onMore }}>{label}</MoreLink>
      )}
    </>
  )
}

interface MorePagesProps extends Pick<LoadMoreProps, 'size' | 'what' | 'href'> {
  list: PagedList<unknown>
  /** Gets the focus from the removed button. */
  listRef: RefObject<HTMLElement | null>
}

export function MorePages({ list: { hasMore, more, loadMore }, listRef, ...button }: MorePagesProps) {
  if (!hasMore) return null
  const onMore = async () => {
    if (!(await loadMore())) listRef.current?.focus({ preventScroll: true })
  }
  return (
    <div className={end} data-more>
      <LoadMore {...button} more={more} onMore={() => void onMore()} />
    </div>
  )
}

interface PagedItemsProps extends Omit<MorePagesProps, 'listRef'>, VariantsOf<typeof column> {
  children: ReactNode
}

/** A list with the button for its next page, and the focus when the button goes. */
export function PagedItems({ gap, children, ...pages }: PagedItemsProps) {
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <Items what={pages.what} {...{ listRef, gap }}>
      {children}
      <MorePages {...pages} listRef={listRef} />
    </Items>
  )
}
