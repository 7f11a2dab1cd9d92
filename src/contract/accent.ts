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
  const channels = channelsOf(hex).map((value, index) =>
    Math.round(value + share * ((to[index] ?? 0) - value)),
  )
  return `#${channels.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

interface Hsl {
  /** Degrees. */
  hue: number
  /** 0 to 1, as lightness. */
  saturation: number
  lightness: number
}

/** CSS Color 4, 7.2. */
function hslOf(hex: string): Hsl {
  const [red, green, blue] = channelsOf(hex).map(value => value / 255) as [number, number, number]
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [lightness, range] = [(max + min) / 2, max - min]
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const sector =
    max === red
      ? (green - blue) / range
      : max === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  return { hue: (sector * 60 + 360) % 360, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness }
}

/** CSS Color 4, 7.1. */
function hexOf({ hue, saturation, lightness }: Hsl): string {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const value =
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

const steps = 100

/**
 * The nearest lightness towards `end`, black or white, that passes; hue and saturation stay.
 * @returns `end` when none does
 */
export function until(hex: string, end: string, passes: (color: string) => boolean): string {
  if (passes(hex)) return hex
  const hsl = hslOf(hex)
  const last = end === black ? 0 : 1
  for (let step = 1; step < steps; step += 1) {
    const lightness = hsl.lightness + (step / steps) * (last - hsl.lightness)
    const color = hexOf({ ...hsl, lightness })
    if (passes(color)) return color
  }
  return end
}

export const white = '#ffffff'
export const black = '#000000'

/** Minimum contrast ratio of text (WCAG 2.2, 1.4.3). */
export const textContrast = 4.5

/** The accent colour of buttons: as light as white text on it allows. */
export const buttonColor = (hex: string): string =>
  until(hex, black, color => contrast(color, white) >= textContrast)

/** Returns the colour in lower case, or null if it isn't one. */
export const readColor = (text: string): string | null => {
  const value = text.trim().toLowerCase()
  return /^#[\da-f]{6}$/.test(value) ? value : null
}

/** Returns the problem of a colour, or null if it can be used. */
export const colorProblem = (text: string): string | null =>
  text.trim() === '' || readColor(text) !== null ? null : fieldTexts.colorInvalid
