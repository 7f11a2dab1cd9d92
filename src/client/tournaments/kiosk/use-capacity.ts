import { type RefObject, startTransition, useEffect, useState } from 'react'

/** Minimum row height in rem, the same as in the list's `grid-template-rows`. */
const minRowRem = 3.5

function rowsThatFit(list: HTMLElement): number {
  if (getComputedStyle(list).overflowY !== 'clip') return Infinity
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Math.max(1, Math.floor(list.clientHeight / (minRowRem * rem)))
}

/** Rows assumed until measured: more than fit on a screen of 2160 px. */
export const assumedRows = 40

export function useCapacity(list: RefObject<HTMLElement | null>): number {
  const [capacity, setCapacity] = useState(assumedRows)
  useEffect(() => {
    const { current } = list
    if (!current) return
    const observer = new ResizeObserver(() => startTransition(() => setCapacity(rowsThatFit(current))))
    observer.observe(current)
    return () => observer.disconnect()
  }, [list])
  return capacity
}
