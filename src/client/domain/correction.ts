import type { Correction } from '#contract/tournaments/tournaments.ts'
import { formatWeight } from '#contract/weight.ts'
import { formatClock, type Zone } from './dates.ts'

/** Of equal weights. */
export const firstOfTieText = 'First weighed in'
export const positionDecidedText = 'Position set by the organiser'

/** "Corrected 6:07 PM, was 4,225 lbs" @param now milliseconds since 1970 */
export function correctionText({ at, weight, species }: Correction, now: number, zone: Zone): string {
  const was = [weight === null ? null : formatWeight(weight), species].filter(part => part !== null).join(' ')
  return `Corrected ${formatClock(at, now, zone)}${was === '' ? '' : `, was ${was}`}`
}
