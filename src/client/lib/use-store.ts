import { useSyncExternalStore } from 'react'
import type { ReadableStore } from './store.ts'

/** @param serverSnapshot on the server and while hydrating */
export const useStore = <T>({ get, subscribe }: ReadableStore<T>, serverSnapshot: T): T =>
  useSyncExternalStore(subscribe, get, () => serverSnapshot)
