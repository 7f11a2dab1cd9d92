import type { Selectable } from 'kysely'
import { iso, isoOrNull } from '#contract/iso.ts'
import { centsOf, formatCents } from '#contract/money.ts'
import { isTooSmallForCard } from '#contract/tournaments/goal-rules.ts'
import type { EntryScore } from '#contract/tournaments/scores.ts'
import type {
  Correction,
  Entry,
  TournamentCard,
  TournamentSummary,
} from '#contract/tournaments/tournaments.ts'
import { type BoatRow, boatSummary } from '#server/boats/boats/index.ts'
import type { Tables } from '#server/db/tables.ts'
import { entryClosing, fundingClosing, isFundingOpen } from './funding-times.rules.ts'
import { payoutsDueAt, statusAt } from './tournaments.rules.ts'
import type { TournamentRow } from './tournaments.table.ts'

export type EntryWithBoat = Selectable<Tables['entries']> &
  Pick<BoatRow, 'name' | 'captain_name' | 'description' | 'image_id'>

/** A tournament with its settlement. */
export interface FundedTournament extends TournamentRow {
  /** Time at which results were confirmed, or null. */
  settled_at: number | null
  /** Name of the marina, else of the organiser; null if unknown. */
  organiser_name: string | null
  /** Time at which the organiser's account was deleted, or null. */
  organiser_deleted_at: number | null
  /** Null if it never had rules. */
  is_ruled: 0 | 1 | null
}

export const takesFunding = (tournament: FundedTournament, now: number): boolean =>
  tournament.settled_at === null && tournament.organiser_deleted_at === null && isFundingOpen(tournament, now)

/** @param now milliseconds since 1970: determines whether funding is open */
export function presentEntry(row: EntryWithBoat, tournament: FundedTournament, now: number): Entry {
  const closing = entryClosing(row, tournament)
  const remaining = row.funding_goal_cents - row.current_funding_cents
  const isFull = remaining <= 0 || isTooSmallForCard(remaining)
  const isDecided = row.goal_decided_at !== null
  return {
    id: row.id,
    boat: boatSummary({ ...row, id: row.boat_id }),
    fundingGoal: formatCents(row.funding_goal_cents),
    currentFunding: formatCents(row.current_funding_cents),
    payoutPercentage: row.payout_basis_points / 100,
    ifGoalMissed: row.if_goal_missed,
    goalReached: row.goal_was_reached === null ? null : row.goal_was_reached === 1,
    fundingOpen:
      takesFunding(tournament, now) && now < closing && !isDecided && !isFull && row.awaits_captain === 0,
    closesAt: iso(closing),
    currentPosition: row.current_position,
    bestCatch: row.best_catch,
    backerCount: row.backer_count,
    ...(row.best_catch_correction !== null && {
      bestCatchCorrection: JSON.parse(row.best_catch_correction) as Correction,
    }),
    ...(row.position_override !== null && { positionDecided: true as const }),
    ...(row.score !== null && { score: JSON.parse(row.score) as EntryScore }),
    ...(row.disqualified_at !== null && {
      disqualified: { at: iso(row.disqualified_at), reason: row.disqualified_reason ?? '' },
    }),
    ...(row.shared_pots !== null && { sharedPots: JSON.parse(row.shared_pots) as string[] }),
    ...(row.goal_parts !== null && {
      goalParts: JSON.parse(row.goal_parts) as NonNullable<Entry['goalParts']>,
    }),
    ...(row.awaits_captain === 1 && { awaitsCaptain: true as const }),
  }
}

type SummaryRow = Omit<
  TournamentRow,
  'created_at' | 'updated_at' | 'funding_closed_at' | 'started_at' | 'protests_until' | 'public_log'
> &
  Partial<
    Pick<
      FundedTournament,
      'organiser_name' | 'organiser_deleted_at' | 'is_ruled' | 'public_log' | 'settled_at'
    >
  >

/** @param now milliseconds since 1970: determines the status */
export function presentSummary(row: SummaryRow, now: number): TournamentSummary {
  const status = statusAt(row, now)
  const isProvisional = status === 'completed' && row.is_ruled === 1 && row.settled_at === null
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    location: row.location,
    startDate: iso(row.starts_at),
    endDate: iso(row.ends_at),
    fundingClosesAt: isoOrNull(row.funding_closes_at),
    payoutDays: row.payout_days,
    payoutsDueAt: isoOrNull(payoutsDueAt(row)),
    status,
    cancelReason: row.cancel_reason,
    prizePool: row.prize_pool_cents === null ? null : formatCents(row.prize_pool_cents),
    organiserId: row.organiser_id,
    ...(row.organiser_name !== undefined && { organiserName: row.organiser_name }),
    ...(row.organiser_deleted_at != null && { withoutOrganiser: true as const }),
    ...(row.is_ruled === 1 && { ruled: true as const }),
    ...(isProvisional && { provisional: true as const }),
    ...(row.public_log != null && { publicLog: row.public_log === 1 }),
  }
}

interface CardParts {
  row: FundedTournament
  summary: TournamentSummary
  /** Ranked first. */
  entries: readonly Entry[]
  /** Milliseconds since 1970. */
  now: number
}

export function presentCard({ row, summary, entries, now }: CardParts): TournamentCard {
  const [first] = entries
  const sum = (amount: (entry: Entry) => number) => entries.reduce((total, entry) => total + amount(entry), 0)
  return {
    ...summary,
    fundingOpen:
      entries.length === 0 ? takesFunding(row, now) : entries.some(({ fundingOpen }) => fundingOpen),
    closesAt: iso(fundingClosing(row)),
    boats: entries.length,
    raised: formatCents(sum(({ currentFunding }) => centsOf(currentFunding))),
    goal: formatCents(sum(({ fundingGoal }) => centsOf(fundingGoal))),
    backers: sum(({ backerCount }) => backerCount),
    leader:
      first === undefined || first.currentPosition === null
        ? null
        : {
            name: first.boat.name,
            position: first.currentPosition,
            bestCatch: first.bestCatch,
            ...(first.score && { score: first.score }),
          },
  }
}
