import { useSyncExternalStore } from 'react'
import { isOnline, onNetwork } from './network.ts'

/** What the browser says; behind a dead network it may be wrong, so nothing but words depends on it. */
export const useOnline = () => useSyncExternalStore(onNetwork, isOnline, () => true)
