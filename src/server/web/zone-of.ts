import type { NamedZone, Zone } from '#client/domain/dates.ts'

/** Returns the zone of the rules, or UTC for null: without rules a tournament has no zone. @param timeZone IANA */
export const zoneOf = (timeZone: string | null): Zone => (timeZone === null ? 'utc' : namedZone(timeZone))

function namedZone(timeZone: string): NamedZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    timeZoneName: 'short',
  })
  const partAt = (date: Date, name: Intl.DateTimeFormatPartTypes) =>
    format.formatToParts(date).find(({ type }) => type === name)?.value ?? ''
  return {
    partsAt: date => ({
      year: Number(partAt(date, 'year')),
      month: Number(partAt(date, 'month')) - 1,
      day: Number(partAt(date, 'day')),
      hour: Number(partAt(date, 'hour')),
      minute: Number(partAt(date, 'minute')),
    }),
    nameAt: date => partAt(date, 'timeZoneName'),
  }
}
