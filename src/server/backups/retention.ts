import { day } from '#contract/time.ts'

/** UTC; weeks begin on Monday. */
const rules: readonly { keep: number; periodOf: (time: number) => string | number }[] = [
  { keep: 7, periodOf: time => Math.floor(time / day) },
  { keep: 4, periodOf: time => Math.floor((time / day + 3) / 7) },
  { keep: 12, periodOf: time => new Date(time).toISOString().slice(0, 7) },
]

/**
 * Of the last 7 days, 4 weeks and 12 months that have backups, the newest one each.
 * @param times milliseconds since 1970
 */
export function timesToKeep(times: Iterable<number>): Set<number> {
  const newestFirst = [...times].sort((a, b) => b - a)
  const kept = new Set<number>()
  for (const { keep, periodOf } of rules) {
    const periods = new Set<string | number>()
    for (const time of newestFirst) {
      const period = periodOf(time)
      if (periods.has(period)) continue
      if (periods.size === keep) break
      periods.add(period)
      kept.add(time)
    }
  }
  return kept
}
