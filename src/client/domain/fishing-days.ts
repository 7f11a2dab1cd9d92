import type { Day } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'

type Hours = Pick<Day<string>, 'linesIn' | 'linesOut'>

/** Returns whether the rules have a day that isn't wholly within the tournament. */
export const hasDayOutside = (
  days: readonly Hours[],
  { startDate, endDate }: Pick<TournamentSummary, 'startDate' | 'endDate'>,
): boolean =>
  days.some(
    ({ linesIn, linesOut }) =>
      Date.parse(linesIn) < Date.parse(startDate) || Date.parse(linesOut) > Date.parse(endDate),
  )

export const dayOutsideText =
  'The fishing days of the rules don’t fit the tournament’s dates: fish count only within both.'
