import {
  formatDate,
  formatDateRange,
  formatDateTime,
  formatTime,
  relativeTime,
} from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { css } from '#styled/css/index.js'

const time = css({ fontVariantNumeric: 'tabular-nums' })

export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow()
  const zone = useHydrated() ? 'local' : 'utc'
  const text = relativeTime(iso, now, zone)
  if (Number.isNaN(Date.parse(iso))) return <span>{text}</span>
  return (
    <time dateTime={iso} title={formatDateTime(iso, zone)} className={time}>
      {text}
    </time>
  )
}

/** UTC until hydrated. */
export function DateTime({ iso, withTime = false }: { iso: string; withTime?: boolean }) {
  const zone = useHydrated() ? 'local' : 'utc'
  return (
    <time dateTime={iso} className={time}>
      {withTime ? formatDateTime(iso, zone) : formatDate(iso, zone)}
    </time>
  )
}

/** UTC until hydrated. */
export function TimeOfDay({ iso }: { iso: string }) {
  const zone = useHydrated() ? 'local' : 'utc'
  return (
    <time dateTime={iso} title={formatDateTime(iso, zone)} className={time}>
      {formatTime(iso, zone)}
    </time>
  )
}

/** Pages without React, or that load it late, show the reader's zone by `enhance.ts`, maybe before React is there. */
export function DateRange({ start, end }: { start: string; end: string }) {
  const zone = useHydrated() ? 'local' : 'utc'
  return (
    <span className={time} data-range={`${start}/${end}`} suppressHydrationWarning>
      {formatDateRange(start, end, zone)}
    </span>
  )
}
