import { useMemo, useSyncExternalStore } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { getSession, onSession, type SessionState } from './session.ts'

/** Until the browser has read the session, the one that the page was rendered with. */
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
