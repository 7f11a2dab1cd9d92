import { formatNumber } from '../numbers.ts'
import { formatWeight } from '../weight.ts'

/** How a fish was measured. Pounds and inches, as the API sends them. */
export interface Measured {
  weight: number | null
  /** Whole; said instead of pounds. */
  ounces?: number | null | undefined
  length?: number | null | undefined
  released?: boolean | undefined
}

interface Options {
  /** Decimals of pounds. */
  places?: 0 | 2
}

/** `66` → `"4 lb 2 oz"` */
export function formatOunces(ounces: number): string {
  const pounds = Math.floor(ounces / 16)
  return pounds === 0 ? `${ounces} oz` : `${formatNumber(pounds)} lb ${ounces % 16} oz`
}

/** `42.25` → `"42.25 in"` */
export const formatLength = (inches: number): string => `${formatNumber(Math.round(inches * 100) / 100)} in`

/** Null: neither weighed nor measured. */
function sizeText({ weight, ounces = null, length = null }: Measured, options?: Options): string | null {
  if (ounces !== null) return formatOunces(ounces)
  if (weight !== null) return formatWeight(weight, options)
  return length === null ? null : formatLength(length)
}

/** "412.5 lbs", "4 lb 2 oz", "42.25 in", "released" or "42.25 in, released". */
export function measureText(measured: Measured, options?: Options): string {
  const size = sizeText(measured, options)
  if (measured.released) return size === null ? 'released' : `${size}, released`
  return size ?? 'not measured'
}

const article = (text: string): string => (/^[aeio]|^8|^1[18](?!\d)/i.test(text) ? 'an' : 'a')

/** "released a Blue Marlin", "released a 42.25 in Red Drum": continues "Reel Deal …". */
export function releasedText({ species, ...measured }: Measured & { species: string }): string {
  const size = sizeText(measured)
  const fish = size === null ? species : `${size} ${species}`
  return `released ${article(fish)} ${fish}`
}

/** Names a catch: "412.5 lbs Blue Marlin", "4 lb 2 oz Spotted Bass", "42.25 in Red Drum", "Released a Blue Marlin". */
export function catchText(caught: Measured & { species: string }, options?: Options): string {
  if (!caught.released) return `${measureText(caught, options)} ${caught.species}`
  const text = releasedText(caught)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
