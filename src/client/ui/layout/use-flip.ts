import { type RefObject, useLayoutEffect, useRef } from 'react'

const move: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/** Animates items with `data-flip` keys to new positions, unless motion is reduced. */
export function useFlip<E extends HTMLElement>(): RefObject<E | null> {
  const list = useRef<E>(null)
  const places = useRef(new Map<string, readonly [number, number]>())
  useLayoutEffect(() => {
    const before = places.current
    const after = new Map<string, readonly [number, number]>()
    const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const item of list.current?.children ?? []) {
      if (!(item instanceof HTMLElement) || item.dataset.flip === undefined) continue
      const { offsetLeft: left, offsetTop: top } = item
      const [fromLeft, fromTop] = before.get(item.dataset.flip) ?? [left, top]
      after.set(item.dataset.flip, [left, top])
      if (moves && (fromLeft !== left || fromTop !== top))
        item.animate(
          [{ transform: `translate(${fromLeft - left}px, ${fromTop - top}px)` }, { transform: 'none' }],
          move,
        )
    }
    places.current = after
  })
  return list
}
