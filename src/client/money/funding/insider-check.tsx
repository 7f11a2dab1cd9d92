import type { ReactNode } from 'react'
import { useSession } from '#client/people/api/use-session.ts'
import { ownEntriesQuery } from '#client/tournaments/api/entries.ts'
import { ownRoleQuery } from '#client/tournaments/api/staff.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { OwnEntry } from '#contract/tournaments/entries.ts'
import type { OwnRole } from '#contract/tournaments/staff.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'

interface InsiderCheckProps {
  entryId: string
  tournament: Pick<TournamentSummary, 'id' | 'status'>
  /** @param isBarred false until it is known */
  children(isBarred: boolean): ReactNode
}

/**
 * Renders with true if the viewer is an insider of a started tournament's entry: owner, approved crew,
 * organiser or staff.
 * Asks before the start too, so that the start doesn't replace a form that someone fills in.
 */
export function InsiderCheck({ entryId, tournament: { id, status }, children }: InsiderCheckProps) {
  const { isAuthenticated } = useSession()
  if (!isAuthenticated) return children(false)
  const unknown = children(false)
  return (
    <Data<OwnEntry[]> query={ownEntriesQuery(id)} fallback={unknown} failed={unknown}>
      {own => (
        <Data<OwnRole> query={ownRoleQuery(id)} fallback={unknown} failed={unknown}>
          {({ role }) => {
            const isInsider = role !== null || own.some(entry => entry.entryId === entryId)
            return children(isInsider && status === 'active')
          }}
        </Data>
      )}
    </Data>
  )
}
