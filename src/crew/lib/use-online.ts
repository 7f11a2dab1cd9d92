import { useSyncExternalStore } from 'react'
import { isOnline, onNetwork } from './network.ts'

/** Only for texts: behind a dead network the browser may still report online. */
export const useOnline = () => useSyncExternalStore(onNetwork, isOnline, () => true)
