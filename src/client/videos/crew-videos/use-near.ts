import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `onNear` when the element comes within `margin` of the screen, while `enabled`. */
export function useNear(
  element: RefObject<HTMLElement | null>,
  { margin, enabled, onNear }: { margin: string; enabled: boolean; onNear(): void },
): void {
  const reach = useEffectEvent(onNear)
  useEffect(() => {
    if (!enabled || !element.current) return
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && reach(),
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin, enabled])
}
