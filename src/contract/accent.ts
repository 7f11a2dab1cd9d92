import { fieldTexts } from './field-texts.ts'

/** WCAG 2.2 contrast, and colours that keep it. Colours are `#rrggbb`. */

type Channels = readonly [red: number, green: number, blue: number]

const channelsOf = (hex: string): Channels => {
  const number = Number.parseInt(hex.slice(1, 7), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

const linear = (value: number) => {
  const c = value / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

/** 0 to 1. */
function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map(linear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** @param share of `other`, 0 to 1 */
export function mix(hex: string, other: string, share: number): string {
  const to = channelsOf(other)
  const mixed = channelsOf(hex).map((value, index) => Math.round(value + share * ((to[index] ?? 0) - value)))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

const steps = 100

/** The least mix of a colour with `other`, black or white, that passes. @returns `other` when none does */
export function until(hex: string, other: string, passes: (mixed: string) => boolean): string {
  for (let step = 0; step < steps; step += 1) {
    const mixed = mix(hex, other, step / steps)
    if (passes(mixed)) return mixed
  }
  return other
}

export const white = '#ffffff'
export const black = '#000000'

/** Of text, WCAG 2.2, 1.4.3. */
export const textContrast = 4.5

/** The accent colour of buttons: as light as white text on it allows. */
export const buttonColor = (hex: string): string =>
  until(hex, black, mixed => contrast(mixed, white) >= textContrast)

/** Lower case. Null: no colour. */
export const readColor = (text: string): string | null => {
  const value = text.trim().toLowerCase()
  return /^#[\da-f]{6}$/.test(value) ? value : null
}

/** Null: a colour that can be used. */
export const colorProblem = (text: string): string | null =>
  text.trim() === '' || readColor(text) !== null ? null : fieldTexts.colorInvalid
