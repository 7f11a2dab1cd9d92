import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The reader's zone; UTC on the server and while hydrating. */
export const useZone = () => (useHydrated() ? 'local' : 'utc')
