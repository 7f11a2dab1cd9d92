import { describe, expect, test } from 'bun:test'
import { type ColorName, contrastRules, crewPalette, palette } from './tokens.ts'

const channel = (value: number) => {
  const c = value / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

function luminance(hex: string): number {
  const number = Number.parseInt(hex.slice(1, 7), 16)
  return (
    0.2126 * channel((number >> 16) & 255) +
    0.7152 * channel((number >> 8) & 255) +
    0.0722 * channel(number & 255)
  )
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const crewOverrides: Partial<Record<ColorName, readonly [string, string]>> = crewPalette
const crew = (name: ColorName) => crewOverrides[name] ?? palette[name]

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s', (_, side) => {
  test.each(contrastRules.map(rule => [...rule] as const))(
    '%s on %s reaches AA, %d',
    (text, ground, minimum) => {
      expect(contrast(palette[text][side], palette[ground][side])).toBeGreaterThanOrEqual(minimum)
    },
  )

  test.each(contrastRules.map(rule => [...rule] as const))(
    'on crew screens %s on %s reaches AAA',
    (text, ground, minimum) => {
      expect(contrast(crew(text)[side], crew(ground)[side])).toBeGreaterThanOrEqual(
        minimum < 4.5 ? minimum : 7,
      )
    },
  )
})

test('the measure itself: black on white is 21, grey on white fails', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrast('#999999', '#FFFFFF')).toBeLessThan(4.5)
})
