import { dayMs, hourMs, minuteMs } from '#client/domain/dates.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'

/** The two largest units. */
function spanText(ms: number): string {
  const parts = [
    [Math.floor(ms / dayMs), 'd'],
    [Math.floor(ms / hourMs) % 24, 'h'],
    [Math.floor(ms / minuteMs) % 60, 'min'],
  ] as const
  const first = parts.findIndex(([amount]) => amount > 0)
  if (first < 0) return 'less than 1 min'
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ')
}

/** "2 d 4 h left", "Starts in 35 min"; null when over. @param now milliseconds since 1970 */
export function timeLeft(
  { startDate, endDate, status }: Pick<TournamentSummary, 'startDate' | 'endDate' | 'status'>,
  now: number,
): string | null {
  if (status === 'cancelled') return null
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)]
  if (now >= end) return null
  return now >= start ? `${spanText(end - now)} left` : `Starts in ${spanText(start - now)}`
}

/** "just now", "3 min ago", "2 h 5 min ago" */
export function ageText(ms: number): string {
  return ms < minuteMs ? 'just now' : `${spanText(ms)} ago`
}
