import { dayMs } from '#client/domain/dates.ts'
import type { Day } from '#contract/tournaments/scoring/rules.ts'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Returns the minutes since midnight. */
const timeOfDay = (date: Date) => date.getHours() * 60 + date.getMinutes()
const noon = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 12)

/**
 * A day of fishing for each date of a tournament, from the hour of its start to the hour of its end, in the visitor's
 * zone. One day if it ends at an earlier hour than it starts; none for more dates than rules have days.
 */
export function tournamentDays({
  startDate,
  endDate,
}: Pick<TournamentSummary, 'startDate' | 'endDate'>): Day<string>[] {
  const [start, end] = [new Date(startDate), new Date(endDate)]
  if (!(start < end)) return []
  const dates = Math.round((noon(end) - noon(start)) / dayMs) + 1
  if (dates > scoringLimits.days) return []
  const count = timeOfDay(end) <= timeOfDay(start) ? 1 : dates
  const at = (index: number, hour: Date) =>
    new Date(
      start.getFullYear(),
      start.getMonth(),
      start.getDate() + index,
      hour.getHours(),
      hour.getMinutes(),
    )
  return Array.from({ length: count }, (_, index) => {
    const linesIn = index === 0 ? start : at(index, start)
    const linesOut = index === count - 1 ? end : at(index, end)
    return {
      name: count > 7 ? `Day ${index + 1}` : (weekdays[linesIn.getDay()] ?? ''),
      linesIn: linesIn.toISOString(),
      linesOut: linesOut.toISOString(),
      scaleOpens: null,
      scaleCloses: null,
    }
  })
}
