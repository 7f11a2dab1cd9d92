import { type RefObject, useRef, useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { css } from '#styled/css/index.js'

const row = css({ display: 'flex', justifyContent: 'center', paddingTop: '2' })

export interface Shown<T, E extends HTMLElement> {
  items: readonly T[]
  left: number
  more(): void
  /** Of the list: it takes the focus when the button is gone. */
  listRef: RefObject<E | null>
}

/** The first of many, and as many again each time somebody asks: a page of thousands answers nobody. */
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

/** Under a list from {@link useShown}; nothing when all of it is shown. */
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
