import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Scrolls a row of links sideways to the current one. Neither the page nor a row that was scrolled before it works
 * moves under the finger.
 * @param current changes with the current link
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string | number): void {
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that is current by then
  useLayoutEffect(() => {
    const { current: element } = row
    const link = element?.querySelector('[aria-current]')
    const wasScrolled = isFirst.current && element !== null && element.scrollLeft > 0
    isFirst.current = false
    if (!element || !link || wasScrolled) return
    const left = link.getBoundingClientRect().left - element.getBoundingClientRect().left
    element.scrollLeft += left - element.clientWidth / 3
  }, [current])
}
