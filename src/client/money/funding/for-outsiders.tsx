import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '#client/people/api/use-session.ts'
import { ownEntriesQuery } from '#client/tournaments/api/entries.ts'
import { ownRoleQuery } from '#client/tournaments/api/staff.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { OwnEntry } from '#contract/tournaments/entries.ts'
import type { OwnRole } from '#contract/tournaments/staff.ts'
import type { EntryWithTournament, TournamentSummary } from '#contract/tournaments/tournaments.ts'

interface ForOutsidersProps {
  entryId: string
  tournament: Pick<TournamentSummary, 'id' | 'status'>
  /** For owner, approved crew, organiser and staff, who can't fund once the tournament has started. */
  instead: ReactNode
  children: ReactNode
}

/** Whether the viewer is an insider of the entry whose tournament has started. False until that is known. */
export function useInsider({ id, tournament }: EntryWithTournament): boolean {
  const { isAuthenticated } = useSession()
  const enabled = isAuthenticated && tournament.status === 'active'
  const { data: own = [] } = useQuery({ ...ownEntriesQuery(tournament.id), enabled })
  const { data: ownRole } = useQuery({ ...ownRoleQuery(tournament.id), enabled })
  return enabled && (own.some(({ entryId }) => entryId === id) || (ownRole?.role ?? null) !== null)
}

/** What leads to funding an entry, for all but its insiders; streams. */
export function ForOutsiders({ entryId, tournament, instead, children }: ForOutsidersProps) {
  const { isAuthenticated } = useSession()
  if (!isAuthenticated || tournament.status !== 'active') return children
  return (
    <Data<OwnEntry[]> query={ownEntriesQuery(tournament.id)} fallback={children} failed={children}>
      {own =>
        own.some(entry => entry.entryId === entryId) ? (
          instead
        ) : (
          <Data<OwnRole> query={ownRoleQuery(tournament.id)} fallback={children} failed={children}>
            {({ role }) => (role === null ? children : instead)}
          </Data>
        )
      }
    </Data>
  )
}
