import {
  formatDate,
  formatDateRange,
  formatDateTime,
  formatTime,
  relativeTime,
} from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { useZone } from '#client/lib/use-hydrated.ts'
import { css } from '#styled/css/index.js'

const time = css({ fontVariantNumeric: 'tabular-nums' })

export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow()
  const zone = useZone()
  const text = relativeTime(iso, now, zone)
  if (Number.isNaN(Date.parse(iso))) return <span>{text}</span>
  return (
    <time dateTime={iso} title={formatDateTime(iso, zone)} className={time}>
      {text}
    </time>
  )
}

/** "Nov 21, 2026, 3:33 PM" */
export const DateTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className={time}>
    {formatDateTime(iso, useZone())}
  </time>
)

/** "Nov 21, 2026" */
export const DateOnly = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className={time}>
    {formatDate(iso, useZone())}
  </time>
)

/** "3:33 PM" */
export function TimeOfDay({ iso }: { iso: string }) {
  const zone = useZone()
  return (
    <time dateTime={iso} title={formatDateTime(iso, zone)} className={time}>
      {formatTime(iso, zone)}
    </time>
  )
}

/** Pages without React, or that load it late, show the reader's zone by `enhance.ts`, maybe before React is there. */
export function DateRange({ start, end }: { start: string; end: string }) {
  const zone = useZone()
  return (
    <span className={time} data-range={`${start}/${end}`} suppressHydrationWarning>
      {formatDateRange(start, end, zone)}
    </span>
  )
}

interface DatesAndPlaceProps {
  tournament: { startDate: string; endDate: string; location: string | null }
}

/** "Nov 20 – 23, 2026 · Ocean City" */
export const DatesAndPlace = ({ tournament: { startDate, endDate, location } }: DatesAndPlaceProps) => (
  <>
    <DateRange start={startDate} end={endDate} />
    {location && ` · ${location}`}
  </>
)
