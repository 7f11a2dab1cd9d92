import { utcText } from '#contract/iso.ts'
import { minute } from '#contract/time.ts'
import type { ClockState } from './clock.queries.ts'
import type { ClockFault } from './clock.table.ts'

/** Time servers correct less in small steps; people notice more. */
export const toleranceMs = 2 * minute

/** Returns the earliest time that a right clock can show, in milliseconds since 1970. */
const floorOf = ({ newest, ignored_until: ignoredUntil, confirmed_at: confirmedAt }: ClockState): number =>
  Math.max(confirmedAt ?? 0, newest !== null && newest > (ignoredUntil ?? 0) ? newest : 0)

/** Returns what a comparison with the database shows. */
export function faultBeside(state: ClockState, now: number): ClockFault | null {
  const { database_now: databaseNow } = state
  if (databaseNow !== null && Math.abs(now - databaseNow) > toleranceMs) return 'apart'
  return now < floorOf(state) - toleranceMs ? 'behind' : null
}

export function faultText(fault: ClockFault, state: ClockState, now: number): string {
  const cause = {
    behind: `It says ${utcText(now)}, but records are from ${utcText(floorOf(state))}.`,
    apart: `It says ${utcText(now)}, but PostgreSQL's clock ${utcText(state.database_now ?? 0)}.`,
    jumped: `It jumped while the server ran, and says ${utcText(now)}.`,
  }[fault]
  const step = fault === 'apart' ? "set PostgreSQL's." : 'run: bun run admin confirm-clock'
  return `${cause} Payments, weigh-ins, changes to tournaments and scheduled jobs wait until the clock is right again. Set it, or, if it is right, ${step}`
}
