import { utcText } from '#contract/iso.ts'
import { minute } from '#contract/time.ts'
import type { ClockState } from './clock.queries.ts'
import type { ClockFault } from './clock.table.ts'

/** Time servers correct less in small steps; people notice more. */
export const toleranceMs = 2 * minute

/** Returns the earliest time that a right clock can show, in milliseconds since 1970. */
const floorOf = ({ newest, ignored_until: ignoredUntil, confirmed_at: confirmedAt }: ClockState): number =>
  Math.max(confirmedAt ?? 0, newest !== null && newest > (ignoredUntil ?? 0) ? newest : 0)

export const isBehind = (state: ClockState, now: number): boolean => now < floorOf(state) - toleranceMs

export function faultText(fault: ClockFault, state: ClockState, now: number): string {
  const cause =
    fault === 'behind'
      ? `It says ${utcText(now)}, but records are from ${utcText(floorOf(state))}.`
      : `It jumped while the server ran, and says ${utcText(now)}.`
  return `${cause} Payments, weigh-ins, changes to tournaments and scheduled jobs wait until the clock is right again. Set it, or, if it is right, run: bun run admin confirm-clock`
}
