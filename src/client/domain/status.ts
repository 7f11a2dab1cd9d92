import type { TournamentStatus } from '#contract/tournaments.ts'

/** A status as cards show it; an unknown one as it is. */
export function statusLabel(status: TournamentStatus | (string & {})): string {
  switch (status) {
    case 'active':
      return 'Live'
    case 'upcoming':
      return 'Starting Soon'
    case 'completed':
      return 'Completed'
    default:
      return status
  }
}
