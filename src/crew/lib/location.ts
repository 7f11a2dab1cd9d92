import { useSyncExternalStore } from 'react'
import { type View, viewAt } from './views.ts'

const listeners = new Set<() => void>()
let current: { href: string; view: View } | null = null

function read(): View {
  const { href, pathname, search } = location
  if (current?.href !== href) current = { href, view: viewAt(pathname, search) }
  return current.view
}

const tell = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', tell)
  }
}

const onServer = () => null

/** The view at the browser's address; null on the server and while hydrating: the shell is the same for all of them. */
export const useView = (): View | null => useSyncExternalStore<View | null>(subscribe, read, onServer)

/** Goes to another view without loading a page: a recording on its way to the queue must not be cut. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(history.state, '', path)
  else history.pushState({ within: true }, '', path)
  scrollTo(0, 0)
  tell()
}

/** To where the person came from, when that was this app; else to a view's parent. */
export function goBack(parent: string): void {
  const state: unknown = history.state
  if (typeof state === 'object' && state !== null && 'within' in state) history.back()
  else navigate(parent, { replace: true })
}
