import { type RefObject, useLayoutEffect, useRef } from 'react'

const move: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/** Animates rows with `data-flip` keys to new positions, unless motion is reduced. */
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
