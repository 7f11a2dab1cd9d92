import { measureText } from '#contract/tournaments/catch-texts.ts'
import type { Correction } from '#contract/tournaments/tournaments.ts'
import { formatClock, type Zone } from './dates.ts'

/** Text for the boat that weighed equal weights in first. */
export const firstOfTieText = 'First weighed in'
export const positionDecidedText = 'Position set by the organiser'

/** "Disqualified 6:07 PM" @param now milliseconds since 1970 */
export const disqualifiedText = (at: string, now: number, zone: Zone): string =>
  `Disqualified ${formatClock(at, now, zone)}`

/** "Corrected 6:07 PM, was 4,225 lbs" @param now milliseconds since 1970 */
export function correctionText({ at, species, ...first }: Correction, now: number, zone: Zone): string {
  const was = [first.weight === null ? null : measureText(first), species]
    .filter(part => part !== null)
    .join(' ')
  return `Corrected ${formatClock(at, now, zone)}${was === '' ? '' : `, was ${was}`}`
}
