import { zoneNameByIntl } from './zone-name.ts'

/** "Dec 6, 6:00 AM Eastern Time", with the year unless it is this one. @param time milliseconds since 1970 */
export function dateText(time: number, now: number, timeZone: string): string {
  const partsOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  const year = partsOf({ year: 'numeric' })
  const date = partsOf({
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(year.format(time) !== year.format(now) && { year: 'numeric' }),
  })
  // ICU puts a narrow no-break space before AM and PM.
  return `${date.format(time).replaceAll('\u202f', ' ')} ${zoneNameByIntl(timeZone) || timeZone}`
}
