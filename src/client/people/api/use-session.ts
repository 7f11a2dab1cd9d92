import { useSyncExternalStore } from 'react'
import { useBoot, type Viewer } from '#client/lib/boot.tsx'
import { getSession, onSession } from './session.ts'

interface Session {
  user: Viewer | null
  isAuthenticated: boolean
}

/**
 * Returns the session. Until the browser has started it, the user is the one that the page was rendered for:
 * the same object, so that nothing is rendered again after hydration.
 */
export function useSession(): Session {
  const { viewer } = useBoot()
  const read = () => {
    const { isLoading, user } = getSession()
    return isLoading ? viewer : user
  }
  const user = useSyncExternalStore(onSession, read, () => viewer)
  return { user, isAuthenticated: user !== null }
}
