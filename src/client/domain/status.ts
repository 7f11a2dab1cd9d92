import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'

/** Unknown statuses unchanged. */
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

/** Returns whether the tournament isn't over: it takes boats and their money. */
export const isOpen = (status: TournamentStatus): boolean => status === 'upcoming' || status === 'active'
