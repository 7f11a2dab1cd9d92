import type { MouseEvent } from 'react'

/** Handles a link within the page, except modified clicks. */
export const inPlace = (follow: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  follow()
}
