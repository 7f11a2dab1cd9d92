import { limits } from '#contract/limits.ts'
import { countText } from '#contract/numbers.ts'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { dayMs, hourMs, minuteMs } from './dates.ts'

/** Some sources use snake case. */
export interface Dated {
  startDate?: string
  endDate?: string
  start_date?: string
  end_date?: string
}

/** Milliseconds since 1970. */
interface Span {
  start: number
  end: number
}

/** Null for a missing or invalid date. */
export function spanOf(tournament: Dated): Span | null {
  const start = Date.parse(tournament.startDate ?? tournament.start_date ?? '')
  const end = Date.parse(tournament.endDate ?? tournament.end_date ?? '')
  return Number.isNaN(start) || Number.isNaN(end) ? null : { start, end }
}

export type Category = 'upcoming' | 'active' | 'past'

/** Returns the category by dates, not status, or null outside the window or without dates. */
export function categoryOf(tournament: Dated, now: number): Category | null {
  const span = spanOf(tournament)
  if (!span) return null
  if (now >= span.end) return 'past'
  if (now >= span.start) return 'active'
  return span.start <= now + limits.upcomingWindowDays * dayMs ? 'upcoming' : null
}

export type Categories<T> = Record<Category, T[]>

/** Upcoming by start, active by end, past latest first. */
export function categorise<T extends Dated>(tournaments: readonly T[], now: number): Categories<T> {
  const groups: Categories<T> = { upcoming: [], active: [], past: [] }
  for (const tournament of tournaments) {
    const category = categoryOf(tournament, now)
    if (category) groups[category].push(tournament)
  }
  const start = (tournament: T) => spanOf(tournament)?.start ?? 0
  const end = (tournament: T) => spanOf(tournament)?.end ?? 0
  groups.upcoming.sort((a, b) => start(a) - start(b))
  groups.active.sort((a, b) => end(a) - end(b))
  groups.past.sort((a, b) => end(b) - end(a))
  return groups
}

/** Returns the time left in whole minutes, hours and days, or null when over, undated or cancelled. */
export function timeText(tournament: Dated & { status?: TournamentStatus }, now: number): string | null {
  const span = spanOf(tournament)
  if (!span || now >= span.end || tournament.status === 'cancelled') return null
  // A tournament that was started by hand may be ahead of a page's clock.
  if (now >= span.start || tournament.status === 'active') {
    const days = Math.floor((span.end - now) / dayMs)
    return days >= 1 ? `${countText(days, 'day')} left` : 'Final day'
  }
  const wait = span.start - now
  if (wait < hourMs) return `Starts in ${countText(Math.max(1, Math.floor(wait / minuteMs)), 'minute')}`
  if (wait < dayMs) return `Starts in ${countText(Math.floor(wait / hourMs), 'hour')}`
  return `Starts in ${countText(Math.floor(wait / dayMs), 'day')}`
}

/** "Funding closes in 2 hours", in whole units; "Funding is closed" from that time on. */
export function fundingClockText(closesAt: string, now: number): string {
  const remainingMs = Date.parse(closesAt) - now
  if (remainingMs <= 0) return 'Funding is closed'
  if (remainingMs >= 2 * dayMs)
    return `Funding closes in ${countText(Math.floor(remainingMs / dayMs), 'day')}`
  if (remainingMs >= hourMs) return `Funding closes in ${countText(Math.floor(remainingMs / hourMs), 'hour')}`
  return `Funding closes in ${countText(Math.max(1, Math.floor(remainingMs / minuteMs)), 'minute')}`
}
