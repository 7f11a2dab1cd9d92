import { centsOf } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { EntryScore } from '#contract/tournaments/scores.ts'
import { type BoatRow, ownsBoat } from '#server/boats/boats/index.ts'
import {
  hasEnded,
  hasStarted,
  isOrganiser,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import type { EntryRow } from './entries.table.ts'

interface Person {
  id: string
}

/** Boats can be entered until the end. Organisers may also enter their own boats afterwards. */
export function areEntriesOpen(person: Person, tournament: TournamentRow, now: number): boolean {
  if (tournament.cancelled_at !== null) return false
  return !hasEnded(tournament, now) || isOrganiser(person, tournament)
}

/** Returns whether the entry has payments that count now. */
export const isBacked = (entry: Pick<EntryRow, 'current_funding_cents' | 'backer_count'>): boolean =>
  entry.current_funding_cents > 0 || entry.backer_count > 0

type Scored = Pick<EntryRow, 'score'>

const scoreOf = ({ score }: Scored): Partial<EntryScore> =>
  score === null ? {} : (JSON.parse(score) as EntryScore)

/** Returns whether the entry shares its place, which only rules allow. */
export const isTied = (entry: Scored): boolean => scoreOf(entry).tied === true

/** Returns the day on whose board the entry has its place, or null for all days together. */
export const dayOfPlace = (entry: Scored): string | null => scoreOf(entry).day ?? null

/**
 * Returns whether goal, share and goal rule can change:
 * not after the first funding or the decision of the rule.
 */
export const areTermsOpen = (
  entry: Pick<EntryRow, 'current_funding_cents' | 'backer_count' | 'goal_decided_at'>,
): boolean => !isBacked(entry) && entry.goal_decided_at === null

/** Keys of pots that backers share, or null for everything. */
type SharedPots = readonly string[] | null

export const sharedPotsOf = ({ shared_pots: json }: Pick<EntryRow, 'shared_pots'>): SharedPots =>
  json === null ? null : (JSON.parse(json) as string[])

/** Returns whether backers share at least what they shared before. */
export const addsPots = (before: SharedPots, after: SharedPots): boolean =>
  after === null || (before?.every(pot => after.includes(pot)) ?? false)

/** @param json parts of the goal; null: none are stated, which suits every goal @param goal cents */
export function addUpTo(json: string | null, goal: number): boolean {
  if (json === null) return true
  const parts = JSON.parse(json) as { amount: string }[]
  return sum(parts.map(({ amount }) => centsOf(amount))) === goal
}

interface Withdrawal {
  boat: Pick<BoatRow, 'owner_id'>
  tournament: TournamentRow
  /** Reason that the backers read. */
  reason: string | null
  now: number
}

/** `over`: the tournament is over. @returns null when the person can withdraw the entry */
export function withdrawalRefusal(
  person: Person,
  { boat, tournament, reason, now }: Withdrawal,
): 'stranger' | 'started' | 'over' | 'reason missing' | null {
  const organises = isOrganiser(person, tournament)
  if (!organises && !ownsBoat(person, boat)) return 'stranger'
  const isStarted = hasStarted(tournament, now)
  if (!organises && isStarted) return 'started'
  if (hasEnded(tournament, now) || tournament.cancelled_at !== null) return 'over'
  return isStarted && reason === null ? 'reason missing' : null
}
