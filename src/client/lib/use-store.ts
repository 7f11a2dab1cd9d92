import { useSyncExternalStore } from 'react'
import type { ReadableStore } from './store.ts'

/** @param served on the server and while hydrating */
export const useStore = <T>({ get, subscribe }: ReadableStore<T>, served: T): T =>
  useSyncExternalStore(subscribe, get, () => served)
