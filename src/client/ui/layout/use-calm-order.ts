import { type RefObject, useEffect, useRef, useState } from 'react'

/** Milliseconds without a touch, key or scroll. */
const calmMs = 1500
/** Longer than rows slide. */
const guardMs = 350

/**
 * The ids in their order. A new order waits until the list is left alone, and a click just after it is ignored, so
 * that no tap hits another row than the one that was aimed at.
 */
export function useCalmOrder(ids: readonly string[], list: RefObject<HTMLElement | null>): readonly string[] {
  const [calmOrder, setCalmOrder] = useState(ids)
  const usedAt = useRef(-Infinity)
  const movedAt = useRef(-Infinity)
  const isPressed = useRef(false)
  useEffect(() => {
    const { current } = list
    if (!current) return
    const stop = new AbortController()
    const options = { passive: true, signal: stop.signal }
    const use = () => {
      usedAt.current = performance.now()
    }
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      if (isPressed.current) use()
      isPressed.current = false
    }
    current.addEventListener('pointerdown', press, options)
    for (const event of ['pointermove', 'keydown'] as const) current.addEventListener(event, use, options)
    for (const event of ['pointerup', 'pointercancel'] as const) addEventListener(event, release, options)
    addEventListener('scroll', use, options)
    const guard = (event: MouseEvent) => {
      // Keys click with detail 0.
      if (event.detail === 0 || performance.now() - movedAt.current > guardMs) return
      event.preventDefault()
      event.stopPropagation()
    }
    current.addEventListener('click', guard, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [list])
  const order = ids.join()
  useEffect(() => {
    if (calmOrder.join() === order) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      const wait = isPressed.current ? calmMs : usedAt.current + calmMs - performance.now()
      if (wait > 0) {
        timer = setTimeout(settle, wait)
        return
      }
      movedAt.current = performance.now()
      setCalmOrder(order === '' ? [] : order.split(','))
    }
    settle()
    return () => clearTimeout(timer)
  }, [order, calmOrder])
  return calmOrder
}

/** Items without a place in the order come last. */
export function inOrder<T extends { id: string }>(items: readonly T[], order: readonly string[]): T[] {
  const place = new Map(order.map((id, index) => [id, index]))
  return items.toSorted((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0)
}
