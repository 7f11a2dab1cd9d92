/** RFC 3339 in UTC. @param time milliseconds since 1970 */
export const iso = (time: number): string => new Date(time).toISOString()

/** `2026-11-22`, in UTC. */
export const isoDate = (time: number): string => iso(time).slice(0, 10)

/** `2026-11-22 18:05 UTC` */
export const utcText = (time: number): string => `${iso(time).slice(0, 16).replace('T', ' ')} UTC`

export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time))

/** Returns whether the text is a calendar day such as `2026-11-22`. */
export function isCalendarDate(value: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && iso(time).startsWith(value)
}
