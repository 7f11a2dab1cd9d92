import { type RefObject, useRef, useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { css } from '#styled/css/index.js'

const row = css({ display: 'flex', justifyContent: 'center', paddingTop: '2' })

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
