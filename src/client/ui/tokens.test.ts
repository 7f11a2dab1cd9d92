import { describe, expect, test } from 'bun:test'
import { contrast } from '../../../tests/support/contrast.ts'
import { type ColorName, contrastRules, crewPalette, palette } from './tokens.ts'

const crewOverrides: Partial<Record<ColorName, readonly [string, string]>> = crewPalette
const crew = (name: ColorName) => crewOverrides[name] ?? palette[name]

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s', (_, side) => {
  test.each(contrastRules.map(rule => [...rule] as const))(
    '%s on %s reaches AA, %d',
    (text, background, minimum) => {
      expect(contrast(palette[text][side], palette[background][side])).toBeGreaterThanOrEqual(minimum)
    },
  )

  test.each(contrastRules.map(rule => [...rule] as const))(
    'on crew screens %s on %s reaches AAA',
    (text, background, minimum) => {
      expect(contrast(crew(text)[side], crew(background)[side])).toBeGreaterThanOrEqual(
        minimum < 4.5 ? minimum : 7,
      )
    },
  )
})

test('the measure itself: black on white is 21, grey on white fails', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrast('#999999', '#FFFFFF')).toBeLessThan(4.5)
})
