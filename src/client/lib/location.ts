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

const pushedState = { pushed: true }

function write(how: 'pushState' | 'replaceState', state: unknown, href: string): void {
  history[how](state, '', href)
  changes.emit()
}

export const pushAddress = (href: string): void => write('pushState', pushedState, href)

export const replaceAddress = (href: string): void => write('replaceState', history.state, href)

/** Returns to the previous address, or `parent` without one. */
export function goBack(parent: string): void {
  const state: unknown = history.state
  if (typeof state === 'object' && state !== null && 'pushed' in state) history.back()
  else write('replaceState', null, parent)
}

/** `read` must return the same object for the same address. */
export const useLocation = <T>(read: () => T, onServer: () => T): T =>
  useSyncExternalStore(subscribe, read, onServer)

/** Returns the query of the address, as in `?section=entries`. */
export function useSearch(): string {
  const { search } = useBoot()
  return useLocation(
    () => location.search,
    () => search,
  )
}

/** Returns the page's address; on the server only path and query are right. */
export function useAddress(): URL {
  const { canonical, search } = useBoot()
  return new URL(
    useLocation(
      () => location.href,
      () => canonical + search,
    ),
  )
}
