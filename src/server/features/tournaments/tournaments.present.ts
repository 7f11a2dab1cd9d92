import type { Selectable } from 'kysely'
import { imageUrl } from '#contract/images.ts'
import { centsOf, formatCents } from '#contract/money.ts'
import type { Entry, TournamentCard, TournamentSummary } from '#contract/tournaments.ts'
import type { Tables } from '#server/db/tables.ts'
import { statusAt } from './tournaments.rules.ts'
import type { TournamentRow } from './tournaments.table.ts'

type Boat = Pick<Selectable<Tables['boats']>, 'name' | 'captain_name' | 'description' | 'image_id'>
export type EntryWithBoat = Selectable<Tables['entries']> & Boat

export function presentEntry(row: EntryWithBoat): Entry {
  return {
    id: row.id,
    boat: {
      id: row.boat_id,
      name: row.name,
      captainName: row.captain_name,
      description: row.description,
      imageUrl: imageUrl(row.image_id),
    },
    fundingGoal: formatCents(row.funding_goal_cents),
    currentFunding: formatCents(row.current_funding_cents),
    payoutPercentage: row.payout_basis_points / 100,
    currentPosition: row.current_position,
    bestCatch: row.best_catch,
    backerCount: row.backer_count,
  }
}

/** @param now milliseconds since 1970: determines the status */
export function presentSummary(
  row: Omit<TournamentRow, 'created_at' | 'updated_at'>,
  now: number,
): TournamentSummary {
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
  }
}

/** @param entries ranked first */
export function presentCard(summary: TournamentSummary, entries: readonly Entry[]): TournamentCard {
  const [first] = entries
  const sum = (amount: (entry: Entry) => number) => entries.reduce((total, entry) => total + amount(entry), 0)
  return {
    ...summary,
    boats: entries.length,
    raised: formatCents(sum(({ currentFunding }) => centsOf(currentFunding))),
    goal: formatCents(sum(({ fundingGoal }) => centsOf(fundingGoal))),
    backers: sum(({ backerCount }) => backerCount),
    leader:
      first === undefined || first.currentPosition === null
        ? null
        : { name: first.boat.name, position: first.currentPosition, bestCatch: first.bestCatch },
  }
}
