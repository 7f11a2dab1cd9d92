import { type BestCatch, parseBestCatch } from '#client/domain/best-catch.ts'
import type { ToastLink } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { ordinal } from '#contract/numbers.ts'
import { catchText, type Measures, measureText, unweighedText } from '#contract/tournaments/catch-texts.ts'
import type { Catch, WeighIn } from '#contract/tournaments/catches.ts'
import { scoreAndFish } from '#contract/tournaments/score-texts.ts'
import type { EntryScore, FishPlace } from '#contract/tournaments/scores.ts'
import { comparableName } from '#contract/tournaments/scoring/fish.ts'
import { mainReason, whyTexts } from '#contract/tournaments/why-texts.ts'
import { measuredOf } from './fish-of-form.ts'
import type { QueuedWeighIn } from './outbox.ts'

/** "412.5 lbs Blue Marlin", of one on the device. */
export const queuedText = (item: QueuedWeighIn): string =>
  catchText({ ...measuredOf(item), species: item.species })

/** "Reel Deal: 412.5 lbs", "Reel Deal released a Sailfish" */
function boatAndFish(boat: string, fish: Measures & { species: string }): string {
  const text = fish.released ? unweighedText(fish) : null
  return text === null ? `${boat}: ${measureText(fish)}` : `${boat} ${text}`
}

const mostPlaces = 2

/** "1st in Blue Marlin, tied 2nd in Billfish (Friday)": the best places. */
function placesText(places: readonly FishPlace[]): string {
  const placings = places.flatMap(each => (each.place === null ? [] : [{ ...each, place: each.place }]))
  const best = placings.toSorted((a, b) => a.place - b.place).slice(0, mostPlaces)
  return best
    .map(
      ({ name, day, place, tied }) =>
        `${tied ? 'tied ' : ''}${ordinal(place)} in ${name}${day === null ? '' : ` (${day})`}`,
    )
    .join(', ')
}

/** Returns the sentence with the boat's total, which the weigh master calls out. */
function ruledText(text: string, places: readonly FishPlace[], score: EntryScore | undefined): string {
  const total = score && score.fish > 1 ? `. Total ${scoreAndFish(score)}` : ''
  const why = mainReason(places)
  if (why === null) return `${text}, ${placesText(places) || 'not counted'}${total}`
  return `${text}, not counted: ${whyTexts[why]}${total}`
}

const isHeavier = (best: BestCatch | null, weight: number | null): best is BestCatch =>
  best !== null && weight !== null && best.weight > weight

/** "Reel Deal: 412.5 lbs, now 1st"; with rules "Reel Deal: 4 lb 2 oz, 2nd in Five Fish. Total 9 lb 2 oz, 3 fish". */
export function weighInText({ entry, positionOverridden, places, ...fish }: WeighIn): string {
  const { boat, currentPosition } = entry
  const text = boatAndFish(boat.name, fish)
  if (places) return ruledText(text, places, entry.score)
  const place = currentPosition === null ? '' : ordinal(currentPosition)
  if (positionOverridden) return `${text}, ${place} by your decision`
  if (currentPosition === null) return `${text}, no place yet`
  const best = parseBestCatch(entry.bestCatch)
  return isHeavier(best, fish.weight)
    ? `${text}, still ${place} with ${measureText(best)}`
    : `${text}, now ${place}`
}

/** Returns a link to the slip of the catch, to show or print; undefined where the catch log is not public. */
export const slipLink = ({ slip }: WeighIn): ToastLink | undefined =>
  slip === undefined ? undefined : { label: `Slip ${slip}`, href: paths.slip(slip) }

/** Latest first, unique ignoring case. */
export function recentSpecies(catches: readonly Catch[], most = 6): string[] {
  const byKey = new Map<string, string>()
  for (const { species } of catches) {
    const key = comparableName(species)
    if (!byKey.has(key)) byKey.set(key, species)
    if (byKey.size === most) break
  }
  return [...byKey.values()]
}
