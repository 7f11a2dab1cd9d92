import { type RefObject, useLayoutEffect, useRef } from 'react'

const move: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/**
 * Lets the rows of a list slide to their new places instead of jumping. For a positioned list whose rows carry
 * `data-flip`, a key of their own. Not for whoever wants less motion.
 */
export function useFlip<E extends HTMLElement>(): RefObject<E | null> {
  const list = useRef<E>(null)
  const places = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const before = places.current
    const after = new Map<string, number>()
    const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const row of list.current?.children ?? []) {
      if (!(row instanceof HTMLElement) || row.dataset.flip === undefined) continue
      const [key, top] = [row.dataset.flip, row.offsetTop]
      after.set(key, top)
      const from = before.get(key)
      if (moves && from !== undefined && from !== top)
        row.animate([{ transform: `translateY(${from - top}px)` }, { transform: 'none' }], move)
    }
    places.current = after
  })
  return list
}
