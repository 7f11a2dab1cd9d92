import { useMemo, useSyncExternalStore } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { getSession, onSession, type SessionState } from './session.ts'

/**
 * Who is signed in, as the page knows it now. On the server, and until the browser has read the session,
 * what came with the page: there is nothing to wait for.
 */
export function useSession(): SessionState {
  const { viewer, sessionEndsAt } = useBoot()
  const atFirst = useMemo(
    (): SessionState => ({
      user: viewer,
      isLoading: false,
      isAuthenticated: viewer !== null,
      endsAt: sessionEndsAt === null ? null : Date.parse(sessionEndsAt),
    }),
    [viewer, sessionEndsAt],
  )
  const state = useSyncExternalStore(onSession, getSession, () => atFirst)
  return state.isLoading ? atFirst : state
}
