import { type RefObject, useEffect } from 'react'

/**
 * Scrolls a row of links sideways to the current one, and not the page: it may have been scrolled before it works.
 * @param current changes with the current link
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string | number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that is current by then
  useEffect(() => {
    const { current: element } = row
    const link = element?.querySelector('[aria-current]')
    if (!element || !link) return
    const left = link.getBoundingClientRect().left - element.getBoundingClientRect().left
    element.scrollLeft += left - element.clientWidth / 3
  }, [current])
}
