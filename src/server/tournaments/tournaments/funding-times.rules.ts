import { limits } from '#contract/limits.ts'
import { minute } from '#contract/time.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
import type { TournamentRow } from './tournaments.table.ts'

/** Times are milliseconds since 1970. */
export type FundingTimes = Pick<
  TournamentRow,
  'starts_at' | 'ends_at' | 'funding_closes_at' | 'funding_closed_at' | 'started_at' | 'cancelled_at'
>

/** Time for which a payment that was begun reserves its amount. Milliseconds. */
export const fundingHoldMs = limits.fundingHoldMinutes * minute

/** The first start: later dates don't undo it. */
export const firstStart = ({ started_at, starts_at }: FundingTimes): number => started_at ?? starts_at

export const hasStarted = (tournament: FundingTimes, now: number): boolean => now >= firstStart(tournament)

type EndTimes = Pick<TournamentRow, 'ends_at' | 'ended_at'>

/** The first end: later dates don't undo it. */
export const firstEnd = ({ ended_at, ends_at }: EndTimes): number => ended_at ?? ends_at

/**
 * Returns whether it has ended: boats stay in, terms and promised dates can't change.
 * The status follows from the dates.
 */
export const hasEnded = (tournament: EndTimes, now: number): boolean => now >= firstEnd(tournament)

/** Returns when the tournament's funding closes, or closed. */
export const fundingClosing = (tournament: FundingTimes): number =>
  tournament.funding_closed_at ?? tournament.funding_closes_at ?? tournament.ends_at

/** Returns when the goal rule `refund` is decided. */
export const goalDecision = (tournament: FundingTimes): number =>
  Math.min(tournament.funding_closes_at ?? firstStart(tournament), fundingClosing(tournament))

interface GoalTerms {
  if_goal_missed: GoalRule
}

/** Returns when an entry's funding closes by the clock, or closed. */
export const entryClosing = (entry: GoalTerms, tournament: FundingTimes): number =>
  entry.if_goal_missed === 'refund' ? goalDecision(tournament) : fundingClosing(tournament)

/** Returns whether boats can take fundings. */
export const isFundingOpen = (tournament: FundingTimes, now: number): boolean =>
  tournament.cancelled_at === null && now < fundingClosing(tournament)

type Dates = Pick<TournamentRow, 'starts_at' | 'ends_at' | 'funding_closes_at'>

/**
 * Facts to store with a change of dates, so that funding stays closed once it has closed and a tournament that has
 * started or ended stays so. A change that closes funding closes it now.
 */
export function factsToStore(
  tournament: FundingTimes & EndTimes,
  dates: Dates,
  now: number,
): Pick<TournamentRow, 'funding_closed_at' | 'started_at' | 'ended_at'> {
  const closing = fundingClosing(tournament)
  const closesNow = fundingClosing({ ...tournament, ...dates }) <= now
  return {
    funding_closed_at: closing <= now ? closing : closesNow ? now : null,
    started_at: hasStarted(tournament, now) ? firstStart(tournament) : null,
    ended_at: hasEnded(tournament, now) ? firstEnd(tournament) : null,
  }
}
