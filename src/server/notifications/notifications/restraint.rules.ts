import { LRUCache } from 'lru-cache'
import { day, minute } from '#contract/time.ts'

/** Milliseconds between pushes about one boat, unless its place changes. */
export const boatPauseMs = 10 * minute
/** Mails wait so long for more notifications. */
const mailPauseMs = 2 * minute
/** Number of pushes in a minute before a summary replaces further ones. */
const burst = 3

/** Returns whether a notification is too old to be sent: it is only listed. Times are milliseconds since 1970. */
export const isOld = (createdAt: number, now: number): boolean => now - createdAt >= day

export interface Quiet {
  /** Times of day such as `22:00`. */
  from: string
  to: string
  timeZone: string
}

/** 28 KB each. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100, memoMethod: makeFormat })

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch {
    return makeFormat('UTC')
  }
}

/** The clock on the wall: `2026-11-23` and `07:30`; UTC in an unknown zone. @param time milliseconds since 1970 */
export function wallClock(time: number, timeZone: string): { day: string; time: string } {
  const parts = Object.fromEntries(
    formats
      .memo(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

const isWithin = (time: string, { from, to }: Quiet): boolean =>
  from <= to ? time >= from && time < to : time >= from || time < to

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The first minute at or after this time that isn't quiet, also across a change of daylight saving. */
export function quietEnd(time: number, quiet: Quiet | null): number {
  if (quiet === null) return time
  const isQuiet = (at: number) => isWithin(wallClock(at, quiet.timeZone).time, quiet)
  if (!isQuiet(time)) return time
  const start = Math.floor(time / minute) * minute
  const wait = minutesOf(quiet.to) - minutesOf(wallClock(time, quiet.timeZone).time)
  const usual = start + (wait > 0 ? wait : wait + 24 * 60) * minute
  if (!isQuiet(usual) && isQuiet(usual - minute)) return usual
  // Clocks change in between, by at most an hour.
  for (let at = Math.max(start, usual - 60 * minute); at <= usual + 60 * minute; at += minute)
    if (!isQuiet(at)) return at
  return time
}

export interface Earlier<Boat> {
  boat: Boat
  at: number
}

/**
 * Returns when a notification is sent: now, or at a full minute.
 * @param earlier sent and waiting ones within {@link boatPauseMs}
 */
export function sendTime<Boat>(
  {
    now,
    boat,
    urgent,
    channel,
  }: { now: number; boat: Boat | null; urgent: boolean; channel: 'push' | 'mail' },
  earlier: readonly Earlier<Boat | null>[],
  quiet: Quiet | null,
): number {
  const ofBoat = boat === null || urgent ? [] : earlier.filter(each => each.boat === boat).map(({ at }) => at)
  const recent = earlier.map(({ at }) => at).filter(at => at > now - minute)
  const earliest = Math.max(
    channel === 'mail' ? now + mailPauseMs : now,
    ...ofBoat.map(at => at + boatPauseMs),
    recent.length < burst ? now : now + minute,
  )
  const time = quietEnd(earliest, quiet)
  return time === now ? now : Math.ceil(time / minute) * minute
}
