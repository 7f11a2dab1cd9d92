import { formatCents } from '#contract/money.ts'
import type { Entry, Tournament } from '#contract/tournaments.ts'
import type { EntryWithBoat, TournamentRow } from './tournaments.queries.ts'
import { statusAt } from './tournaments.rules.ts'

export function presentEntry(row: EntryWithBoat): Entry {
  return {
    id: row.id,
    boat: {
      id: row.boat_id,
      name: row.name,
      captainName: row.captain_name,
      description: row.description,
      imageUrl: row.image_url,
    },
    fundingGoal: formatCents(row.funding_goal_cents),
    currentFunding: formatCents(row.current_funding_cents),
    payoutPercentage: row.payout_basis_points / 100,
    currentPosition: row.current_position,
    bestCatch: row.best_catch,
    backerCount: row.backer_count,
  }
}

/** @param now milliseconds since 1970: the status follows from it, so a late job shows nothing wrong */
export function presentTournament(
  row: TournamentRow,
  entries: readonly EntryWithBoat[],
  now: number,
): Tournament {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    location: row.location,
    startDate: new Date(row.starts_at).toISOString(),
    endDate: new Date(row.ends_at).toISOString(),
    status: statusAt(row, now),
    prizePool: row.prize_pool_cents === null ? null : formatCents(row.prize_pool_cents),
    organiserId: row.organiser_id,
    entries: entries.map(presentEntry),
  }
}
