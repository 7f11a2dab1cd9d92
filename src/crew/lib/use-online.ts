import { useSyncExternalStore } from 'react'
import { isOnline, onNetwork } from './network.ts'

/** For texts only: browsers report dead networks as online. */
export const useOnline = () => useSyncExternalStore(onNetwork, isOnline, () => true)
