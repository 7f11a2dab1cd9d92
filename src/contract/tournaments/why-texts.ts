import type { Why } from './scoring/boards.ts'

/** Continues "Not counted: …". */
export const whyTexts: Record<Why, string> = {
  disqualified: 'disqualified',
  species: 'not a species that counts',
  how: 'not recorded in the way that counts',
  division: 'its angler isn’t in the division',
  under: 'under the minimum',
  lines: 'caught outside fishing hours',
  scale: 'weighed in outside scale hours',
  penalty: 'the boat’s day doesn’t count, by a penalty',
  'passed-over': 'it won another category',
  limit: 'better fish count',
}

/** Reasons that a person can act on first; a fish of other categories last. */
const order: readonly Why[] = [
  'disqualified',
  'lines',
  'scale',
  'penalty',
  'under',
  'passed-over',
  'limit',
  'division',
  'how',
  'species',
]

/** Returns why no board that lists the fish counts it, or null if one does or none lists it. */
export function mainReason(places: readonly { place: number | null; why: Why | null }[]): Why | null {
  if (places.some(({ place }) => place !== null)) return null
  return order.find(why => places.some(place => place.why === why)) ?? null
}
