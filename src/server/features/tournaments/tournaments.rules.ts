import type { TournamentStatus } from '#contract/tournaments.ts'

/** The clock moves a tournament forward; only cancelling is a decision. Times in milliseconds since 1970. */
export function statusAt(
  tournament: { starts_at: number; ends_at: number; cancelled_at: number | null },
  now: number,
): TournamentStatus {
  if (tournament.cancelled_at !== null) return 'cancelled'
  if (now >= tournament.ends_at) return 'completed'
  return now >= tournament.starts_at ? 'active' : 'upcoming'
}
