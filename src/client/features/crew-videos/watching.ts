import { useSyncExternalStore } from 'react'
import { useBoot } from '#client/lib/boot.tsx'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

/** Where the page is now: only path and query count. */
export function useAddress(): URL {
  const { canonical, search } = useBoot()
  const text = useSyncExternalStore(
    subscribe,
    () => location.href,
    () => canonical + search,
  )
  return new URL(text)
}

function go(how: 'pushState' | 'replaceState', state: unknown, href: string): void {
  history[how](state, '', href)
  for (const listener of listeners) listener()
}

/** Goes to another address of this same page, as by a link. */
export const goTo = (href: string): void => go('pushState', null, href)

/** How a page writes the video that is watched into its address. */
export interface Places {
  watched(address: URL): string | null
  /** @param id null: none */
  hrefOf(id: string | null, address: URL): string
}

/** Marks a step that the back button takes back to the page as it was. */
const opened = { openedVideo: true }
const wasOpened = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'openedVideo' in state

/**
 * Which video is watched. The address says it: the back button closes it, a reload keeps it, and the link can be sent
 * on. Going from one video to the next adds no steps to go back.
 */
export function useWatching({ watched, hrefOf }: Places) {
  const address = useAddress()
  return {
    id: watched(address),
    hrefOf: (id: string) => hrefOf(id, address),
    open: (id: string) => go('pushState', opened, hrefOf(id, address)),
    step: (id: string) => go('replaceState', history.state, hrefOf(id, address)),
    close() {
      if (wasOpened(history.state)) history.back()
      else go('replaceState', null, hrefOf(null, address))
    },
  }
}

export type Watching = ReturnType<typeof useWatching>
