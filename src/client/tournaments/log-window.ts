import { limits } from '#contract/limits.ts'

export interface LogWindow {
  /** Numbers of events. */
  first: number
  last: number
  /** `before` of the neighbouring pages, or null if there is none. */
  earlier: number | null
  later: number | null
}

const size = limits.logPageShown

/** More than any log has. */
export const mostEvents = 1_000_000_000

/** The events of a page: those before a number, by default the latest. @param total above 0 */
export function windowOf(before: string | null, total: number): LogWindow {
  const requestedEnd = before !== null && /^\d{1,9}$/.test(before) ? Number(before) : total + 1
  const end = Math.min(Math.max(requestedEnd, 2), total + 1)
  const first = Math.max(1, end - size)
  // The first page is full, if there are as many.
  const last = Math.min(total, Math.max(end - 1, first + size - 1))
  return {
    first,
    last,
    earlier: first > 1 ? first : null,
    later: last < total ? Math.min(last + 1 + size, total + 1) : null,
  }
}

/** `before` of a page that shows an event. */
export const pageOf = (seq: number): number => seq + Math.ceil(size / 2)
