import type { MouseEvent } from 'react'

/** For a link that leads to another state of this page: followed here, unless somebody wants it in a tab of its own. */
export const inPlace = (follow: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  follow()
}
