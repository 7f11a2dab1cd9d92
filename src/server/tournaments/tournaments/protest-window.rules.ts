import { minute } from '#contract/time.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { type FundingTimes, hasStarted } from './funding-times.rules.ts'
import type { TournamentRow } from './tournaments.table.ts'

type Window = Pick<TournamentRow, 'ends_at' | 'protests_until'>
type WindowRules = Pick<Rules, 'days' | 'protests'>

/**
 * Returns until when captains can file protests,
 * in milliseconds since 1970, or null if the rules have no protests.
 */
export function protestsUntil(tournament: Window, rules: WindowRules | null): number | null {
  if (!rules?.protests) return null
  return tournament.protests_until ?? lastClose(tournament, rules) + rules.protests.minutes * minute
}

/** The scale of a day can close after that of the next one. */
function lastClose({ ends_at }: Window, { days }: WindowRules): number {
  const isStated = (days.at(-1)?.scaleCloses ?? null) !== null
  return isStated ? Math.max(...days.map(({ scaleCloses }) => scaleCloses ?? 0)) : ends_at
}

/**
 * Returns the facts to store with a change of dates or rules, so that a passed window stays so.
 * Null if it hasn't passed.
 */
export function passedWindow(
  tournament: Window & FundingTimes,
  rules: WindowRules | null,
  now: number,
): number | null {
  const until = protestsUntil(tournament, rules)
  return until !== null && until <= now && hasStarted(tournament, now) ? until : tournament.protests_until
}

/** Returns whether a change of dates or rules of a started tournament ends a window at once that is open. */
export function endsOpenWindow(
  tournament: Window & FundingTimes,
  rules: WindowRules | null,
  change: { ends?: number; rules?: WindowRules | null },
  now: number,
): boolean {
  const { ends = tournament.ends_at, rules: newRules = rules } = change
  const before = protestsUntil(tournament, rules)
  const after = protestsUntil({ ...tournament, ends_at: ends }, newRules)
  const isOpen = before !== null && now < before && hasStarted(tournament, now)
  return isOpen && after !== null && after <= now
}
