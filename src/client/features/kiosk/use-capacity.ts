import { type RefObject, useEffect, useState } from 'react'

/** Rows that a list has whole room for, as its grid has laid them out; what does not fit has no height there. */
function roomOf(list: HTMLElement): number {
  const { overflowY, gridTemplateRows } = getComputedStyle(list)
  // Where the page scrolls, every row has room.
  if (overflowY !== 'clip') return Infinity
  return gridTemplateRows.split(' ').filter(track => Number.parseFloat(track) > 0).length
}

/** How many rows fit at the moment. Infinity until it is known: the grid hides what does not. */
export function useCapacity(list: RefObject<HTMLElement | null>): number {
  const [capacity, setCapacity] = useState(Infinity)
  useEffect(() => {
    const { current } = list
    if (!current) return
    const observer = new ResizeObserver(() => setCapacity(roomOf(current)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [list])
  return capacity
}
