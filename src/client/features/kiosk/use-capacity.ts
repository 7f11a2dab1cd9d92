import { type RefObject, useEffect, useState } from 'react'

function roomOf(list: HTMLElement): number {
  const { overflowY, gridTemplateRows } = getComputedStyle(list)
  if (overflowY !== 'clip') return Infinity
  return gridTemplateRows.split(' ').filter(track => Number.parseFloat(track) > 0).length
}

/** Infinity until measured. */
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
