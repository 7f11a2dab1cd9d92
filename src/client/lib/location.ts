import { useSyncExternalStore } from 'react'
import { useBoot } from './boot.tsx'
import { makeEmitter } from './store.ts'

const changes = makeEmitter()

function subscribe(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener)
  addEventListener('popstate', listener)
  return () => {
    unsubscribe()
    removeEventListener('popstate', listener)
  }
}

/** Marks a history entry that {@link goBack} may leave by going back. */
const pushed = { pushed: true }

function write(how: 'pushState' | 'replaceState', state: unknown, href: string): void {
  history[how](state, '', href)
  changes.emit()
}

/** Goes to another address of this page without loading it; the back button returns. */
export const pushAddress = (href: string): void => write('pushState', pushed, href)

/** Changes the address without a new history entry. */
export const replaceAddress = (href: string): void => write('replaceState', history.state, href)

/** Back to the page's previous address, or to `parent` when the page was opened at this one. */
export function goBack(parent: string): void {
  const state: unknown = history.state
  if (typeof state === 'object' && state !== null && 'pushed' in state) history.back()
  else write('replaceState', null, parent)
}

/** What `read` derives from `location`; it must return the same object for the same address. */
export const useLocation = <T>(read: () => T, onServer: () => T): T =>
  useSyncExternalStore(subscribe, read, onServer)

/** The page's address; on the server only its path and query are right. */
export function useAddress(): URL {
  const { canonical, search } = useBoot()
  return new URL(
    useLocation(
      () => location.href,
      () => canonical + search,
    ),
  )
}
