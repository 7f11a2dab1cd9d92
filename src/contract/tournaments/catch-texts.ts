import { formatNumber } from '../numbers.ts'
import { formatWeight } from '../weight.ts'

/** Measures of a fish: pounds and inches, as the API sends them. */
export interface Measures {
  weight: number | null
  /** Whole ounces; texts show them instead of pounds. */
  ounces?: number | null | undefined
  length?: number | null | undefined
  released?: boolean | undefined
}

/** `66` → `"4 lb 2 oz"`, `-4` → `"−4 oz"` */
export function formatOunces(ounces: number): string {
  if (ounces < 0) return `−${formatOunces(-ounces)}`
  const pounds = Math.floor(ounces / 16)
  return pounds === 0 ? `${ounces} oz` : `${formatNumber(pounds)} lb ${ounces % 16} oz`
}

/** `42.25` → `"42.25 in"` */
export const formatLength = (inches: number): string => `${formatNumber(Math.round(inches * 100) / 100)} in`

/** Returns the weight or length in words, or null if neither was measured. */
function sizeText({ weight, ounces = null, length = null }: Measures): string | null {
  if (ounces !== null) return formatOunces(ounces)
  if (weight !== null) return formatWeight(weight)
  return length === null ? null : formatLength(length)
}

/** "412.5 lbs", "4 lb 2 oz", "42.25 in", "released" or "42.25 in, released". */
export function measureText(measures: Measures): string {
  const size = sizeText(measures)
  if (measures.released) return size === null ? 'released' : `${size}, released`
  return size ?? 'not measured'
}

/** "a Blue Marlin", "an Amberjack" */
const withArticle = (species: string): string => `${/^[aeiou]/i.test(species) ? 'an' : 'a'} ${species}`

/**
 * Returns a clause such as "released a Sailfish" or "measured a Redfish of 32.5 inches" that continues "Reel
 * Deal …", or null if the fish was weighed.
 */
export function unweighedText({ species, ...measures }: Measures & { species: string }): string | null {
  const { weight, ounces = null, length = null, released = false } = measures
  if (!released && (weight !== null || ounces !== null)) return null
  const size = length === null ? '' : ` of ${formatNumber(length)} inches`
  return `${released ? 'released' : 'measured'} ${withArticle(species)}${size}`
}

/** Names a catch: "412.5 lbs Blue Marlin", "4 lb 2 oz Spotted Bass", "42.25 in Red Drum", "Released a Blue Marlin". */
export function catchText(fish: Measures & { species: string }): string {
  const text = fish.released ? unweighedText(fish) : null
  if (text === null) return `${measureText(fish)} ${fish.species}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
