/** Independent of the machine's locale and time zone. */
import { countText } from '#contract/numbers.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "3 minutes ago", "in 2 hours"; after a week a date in the zone; "Recently posted" for an invalid date. */
export function relativeTime(iso: string, now: number, zone: Zone = 'utc'): string {
  const then = Date.parse(iso)
  if (Number.isNaN(then)) return 'Recently posted'
  const distance = Math.abs(now - then)
  const say = (n: number, unit: string) => {
    const amount = countText(n, unit)
    return then <= now ? `${amount} ago` : `in ${amount}`
  }
  if (distance < minuteMs) return 'just now'
  if (distance < hourMs) return say(Math.floor(distance / minuteMs), 'minute')
  if (distance < dayMs) return say(Math.floor(distance / hourMs), 'hour')
  if (distance < 7 * dayMs) return say(Math.floor(distance / dayMs), 'day')
  return formatDate(iso, zone)
}

export interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

const utcParts = (date: Date): Parts => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth(),
  day: date.getUTCDate(),
  hour: date.getUTCHours(),
  minute: date.getUTCMinutes(),
})

const localParts = (date: Date): Parts => ({
  year: date.getFullYear(),
  month: date.getMonth(),
  day: date.getDate(),
  hour: date.getHours(),
  minute: date.getMinutes(),
})

/** A zone that texts name. */
export interface NamedZone {
  partsAt(date: Date): Parts
  /** Such as "EST". */
  nameAt(date: Date): string
}

export type Zone = 'utc' | 'local' | NamedZone

const partsOf = (iso: string, zone: Zone): Parts | null => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  if (zone === 'local') return localParts(date)
  return zone === 'utc' ? utcParts(date) : zone.partsAt(date)
}

/** Space and name to put after a time; '' for the reader's zone. */
function zoneSuffix(iso: string, zone: Zone): string {
  if (zone === 'local') return ''
  return ` ${zone === 'utc' ? 'UTC' : zone.nameAt(new Date(iso))}`
}

const dateText = (p: Parts) => `${MONTHS[p.month] ?? ''} ${p.day}, ${p.year}`

const timeText = (p: Parts) =>
  `${p.hour % 12 === 0 ? 12 : p.hour % 12}:${String(p.minute).padStart(2, '0')} ${p.hour < 12 ? 'AM' : 'PM'}`

/** "Nov 21, 2026" */
export function formatDate(iso: string, zone: Zone = 'utc'): string {
  const parts = partsOf(iso, zone)
  return parts ? dateText(parts) : ''
}

/** "Nov 21, 2026, 3:33 PM", plus the zone's name unless it is the reader's. */
export function formatDateTime(iso: string, zone: Zone = 'utc'): string {
  const parts = partsOf(iso, zone)
  return parts ? `${dateText(parts)}, ${timeText(parts)}${zoneSuffix(iso, zone)}` : ''
}

/** "6:07 PM" today, plus the zone's name unless it is the reader's; else "Nov 21, 2026". */
export function formatClock(iso: string, now: number, zone: Zone = 'utc'): string {
  const parts = partsOf(iso, zone)
  const today = partsOf(new Date(now).toISOString(), zone)
  if (!parts || !today || dateText(parts) !== dateText(today)) return formatDate(iso, zone)
  return formatTime(iso, zone)
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekdayOf = ({ year, month, day }: Parts) =>
  WEEKDAYS[new Date(Date.UTC(year, month, day)).getUTCDay()] ?? ''

/** "6:07 PM", plus the zone's name unless it is the reader's. */
export function formatTime(iso: string, zone: Zone = 'utc'): string {
  const parts = partsOf(iso, zone)
  return parts ? `${timeText(parts)}${zoneSuffix(iso, zone)}` : ''
}

const dayNumber = ({ year, month, day }: Parts) => Date.UTC(year, month, day) / dayMs

/** "Today", "Yesterday", "Saturday, Nov 28", with the year unless it is this one. */
export function formatDay(iso: string, now: number, zone: Zone = 'utc'): string {
  const parts = partsOf(iso, zone)
  const today = partsOf(new Date(now).toISOString(), zone)
  if (!parts || !today) return ''
  const daysAgo = dayNumber(today) - dayNumber(parts)
  if (daysAgo === 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  const date = `${weekdayOf(parts)}, ${MONTHS[parts.month] ?? ''} ${parts.day}`
  return parts.year === today.year ? date : `${date}, ${parts.year}`
}

/** "Friday 6 AM" within a week, else "Nov 27, 2026, 6:00 AM"; plus the zone's name unless it is the reader's. */
export function formatDeadline(iso: string, now: number, zone: Zone = 'utc'): string {
  const parts = partsOf(iso, zone)
  if (!parts || Math.abs(Date.parse(iso) - now) >= 7 * dayMs) return formatDateTime(iso, zone)
  return `${weekdayOf(parts)} ${timeText(parts).replace(':00 ', ' ')}${zoneSuffix(iso, zone)}`
}

/** "Nov 21–23, 2026", "Nov 30 – Dec 2, 2026" */
export function formatDateRange(start: string, end: string, zone: Zone = 'utc'): string {
  const from = partsOf(start, zone)
  const to = partsOf(end, zone)
  if (!from || !to) return from ? dateText(from) : to ? dateText(to) : ''
  if (from.year !== to.year) return `${dateText(from)} – ${dateText(to)}`
  if (from.month !== to.month) {
    return `${MONTHS[from.month] ?? ''} ${from.day} – ${dateText(to)}`
  }
  if (from.day !== to.day) return `${MONTHS[from.month] ?? ''} ${from.day}–${to.day}, ${to.year}`
  return dateText(from)
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** The datetime-local value in the visitor's zone; '' when invalid. */
export function localOfInstant(iso: string): string {
  const parts = partsOf(iso, 'local')
  if (!parts) return ''
  const date = `${String(parts.year).padStart(4, '0')}-${twoDigits(parts.month + 1)}-${twoDigits(parts.day)}`
  return `${date}T${twoDigits(parts.hour)}:${twoDigits(parts.minute)}`
}

/** The same time of the next day, as a datetime-local value; '' when invalid. */
export function nextDayOfLocal(value: string): string {
  const date = new Date(`${value}Z`)
  return Number.isNaN(date.getTime()) ? '' : new Date(date.getTime() + dayMs).toISOString().slice(0, 16)
}

/** The inverse of {@link localOfInstant}. */
export function instantOfLocal(value: string): string {
  const date = new Date(value)
  return value === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
