import type { ReactNode } from 'react'
import { useSession } from '#client/people/api/use-session.ts'
import { insiderQuery } from '#client/tournaments/api/entries.ts'
import { Data } from '#client/ui/layout/data.tsx'

interface InsiderCheckProps {
  entryId: string
  /** Replaces the children until it is known: those that keep something, such as a form, begin only once. */
  waiting?: ReactNode
  /** @param isBarred false while it is not known */
  children(isBarred: boolean): ReactNode
}

/**
 * Renders with true if the viewer is an insider of an entry whose tournament has started.
 * Asks before the start too, so that the start doesn't replace a form that the viewer is filling in.
 */
export function InsiderCheck({ entryId, waiting, children }: InsiderCheckProps) {
  const { isAuthenticated } = useSession()
  if (!isAuthenticated) return children(false)
  const unknown = children(false)
  return (
    <Data query={insiderQuery(entryId)} fallback={waiting ?? unknown} failed={unknown}>
      {({ barred }) => children(barred)}
    </Data>
  )
}
