import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { buttonColor, mix, contrast as ours, readColor } from '#contract/accent.ts'
import { contrast } from '../../../tests/support/contrast.ts'
import { accentPalettes } from './accent.ts'
import { type ColorName, contrastRules, crewPalette, palette } from './tokens.ts'

const color = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(channels => `#${channels.map(value => value.toString(16).padStart(2, '0')).join('')}`)

const corners = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#777777',
]

type Pair = readonly [string, string]

/** The rules that a palette breaks, in both themes. */
function violationsOf(colorOf: (name: ColorName) => Pair, least: (minimum: number) => number): string[] {
  return ([0, 1] as const).flatMap(side =>
    contrastRules
      .filter(
        ([text, ground, minimum]) => contrast(colorOf(text)[side], colorOf(ground)[side]) < least(minimum),
      )
      .map(([text, ground]) => `${text} on ${ground}, ${side === 0 ? 'light' : 'dark'}`),
  )
}

const crewBase: Partial<Record<ColorName, Pair>> = crewPalette

function check(accent: string): void {
  const { site, crew } = accentPalettes(accent)
  expect([
    accent,
    violationsOf(
      name => site[name] ?? palette[name],
      minimum => minimum,
    ),
  ]).toEqual([accent, []])
  expect([
    accent,
    violationsOf(
      name => crew[name] ?? crewBase[name] ?? site[name] ?? palette[name],
      minimum => (minimum < 4.5 ? minimum : 7),
    ),
  ]).toEqual([accent, []])
}

describe('the tokens of an accent colour', () => {
  test.each(corners)('keep every contrast: %s', accent => check(accent))

  test('keep every contrast, whatever the colour, in light and dark, AAA on crew screens', () => {
    fc.assert(fc.property(color, check), { numRuns: 200 })
  })

  test('are the colour itself where white text can be read on it', () => {
    expect(accentPalettes('#0c5fa8').site.seaSolid?.[0]).toBe('#0c5fa8')
    expect(buttonColor('#0c5fa8')).toBe('#0c5fa8')
    expect(buttonColor('#8ecaff')).not.toBe('#8ecaff')
  })
})

describe('colours', () => {
  test('contrast agrees with the tests’ own measure', () => {
    fc.assert(
      fc.property(color, color, (one, other) => {
        expect(ours(one, other)).toBeCloseTo(contrast(one, other), 10)
      }),
    )
  })

  test('are read as # and six digits, and mixed by share', () => {
    expect(readColor(' #0C5FA8 ')).toBe('#0c5fa8')
    for (const wrong of ['', '#fff', '0c5fa8', '#0c5fag', 'red', '#0c5fa8;}body{display:none', '#0c5fa81'])
      expect([wrong, readColor(wrong)]).toEqual([wrong, null])
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  })
})
