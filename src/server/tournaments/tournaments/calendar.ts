import type { TournamentRow } from './tournaments.table.ts'

/** RFC 5545. */
export function calendarOf(tournament: TournamentRow, origin: string): string {
  const url = `${origin}/tournament/${tournament.id}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Reelstake//Tournaments//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${tournament.id}@reelstake`,
    // Later changes replace earlier ones.
    `SEQUENCE:${Math.floor((tournament.updated_at - tournament.created_at) / 1000)}`,
    `DTSTAMP:${utc(tournament.updated_at)}`,
    `LAST-MODIFIED:${utc(tournament.updated_at)}`,
    `DTSTART:${utc(tournament.starts_at)}`,
    `DTEND:${utc(tournament.ends_at)}`,
    `SUMMARY:${text(tournament.name)}`,
    ...(tournament.description === null ? [] : [`DESCRIPTION:${text(tournament.description)}`]),
    ...(tournament.location === null ? [] : [`LOCATION:${text(tournament.location)}`]),
    `URL:${url}`,
    `STATUS:${tournament.cancelled_at === null ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(line => `${fold(line)}\r\n`).join('')
}

/** RFC 5545, 3.3.5, form 2: UTC. */
const utc = (milliseconds: number) =>
  `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** RFC 5545, 3.3.11. */
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** RFC 5545, 3.1: a line has at most 75 octets; characters are not split. */
function fold(line: string): string {
  let output = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      output += '\r\n '
      octets = 1
    }
    output += character
    octets += size
  }
  return output
}
