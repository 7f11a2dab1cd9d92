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

/** Shows another section of this page: a step that the back button takes back. @param href with the section in its query */
export function goToSection(href: string): void {
  history.pushState(null, '', href)
  for (const listener of listeners) listener()
}

/** Which section the address names; null when none. */
export function useSection(): string | null {
  const { search } = useBoot()
  const current = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => search,
  )
  return new URLSearchParams(current).get('section')
}
