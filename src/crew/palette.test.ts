import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { contrast, over } from '../../tests/support/contrast.ts'
import { type ColorName, crewPalette, palette } from '../client/ui/tokens.ts'

/** AAA, for full sun. */
const text = 7
/** Non-text. */
const sign = 3

const overrides: Partial<Record<ColorName, readonly [string, string]>> = crewPalette
const isColor = (name: string): name is ColorName => name in palette
const sides = [
  ['light', 0],
  ['dark', 1],
] as const

interface Source {
  path: string
  code: string
}

function sources(): Source[] {
  const own = [...new Glob('**/*.tsx').scanSync(import.meta.dir)].map(path => join(import.meta.dir, path))
  const ui = join(import.meta.dir, '../client/ui')
  const uiPaths = new Set(
    own.flatMap(path =>
      [...readFileSync(path, 'utf8').matchAll(/#client\/ui\/([a-z/-]+\.tsx)/g)].map(([, name = '']) =>
        join(ui, name),
      ),
    ),
  )
  return [...own, ...uiPaths].map(path => ({ path, code: readFileSync(path, 'utf8') }))
}

/** Colours of one rule, innermost braces first. */
function pairsOf(code: string): [text: string, background: string][] {
  return [...code.matchAll(/\{[^{}]*\}/g)].flatMap(([rule]) => {
    const [, color] = /\bcolor: '(\w+)'/.exec(rule) ?? []
    const [, background] = /\bbackgroundColor: '(\w+)'/.exec(rule) ?? []
    return color !== undefined && background !== undefined ? [[color, background] as [string, string]] : []
  })
}

/** Returns the lowest contrast over white and black. */
const worst = (color: string, background: string) =>
  Math.min(...['#FFFFFF', '#000000'].map(picture => contrast(color, over(background, picture))))

const inheritedPairs: [text: ColorName, background: ColorName, minimum: number][] = [
  ...(['background', 'surface', 'raised'] as const).flatMap(background =>
    (['ink', 'inkMuted', 'sea', 'danger', 'kelpInk'] as const).map(
      color => [color, background, text] as [ColorName, ColorName, number],
    ),
  ),
  ['ink', 'sunken', text],
  ['ink', 'amberSoft', text],
  ['onHull', 'hull', text],
  ['onHull', 'hullDeep', text],
  ['onHull', 'shade', text],
  ['onHull', 'lens', text],
  ['onHull', 'overLens', text],
  ['onAmberSoft', 'overLens', text],
  ['onHull', 'knob', text],
  ['record', 'lens', sign],
  ['record', 'overLens', sign],
  ['action', 'lens', sign],
  ['action', 'hull', sign],
]

const pairs = sources().flatMap(({ code }) => pairsOf(code))
const palettePairs = pairs.filter((pair): pair is [ColorName, ColorName] => pair.every(isColor))
const rules = new Map(
  [...palettePairs.map(([color, background]) => [color, background, text] as const), ...inheritedPairs].map(
    rule => [`${rule[0]} on ${rule[1]}`, rule],
  ),
)

describe.each(sides)('on crew screens, %s', (_, side) => {
  const isAlwaysDark = new Set<ColorName>(['hull', 'hullDeep', 'lens', 'overLens', 'knob', 'shade'])
  const hexOf = (name: ColorName, at: 0 | 1) => (overrides[name] ?? palette[name])[at]

  for (const [pair, [color, background, minimum]] of rules)
    test(`${pair} reaches ${minimum}`, () => {
      const textSide = isAlwaysDark.has(background) ? 1 : side
      expect(worst(hexOf(color, textSide), hexOf(background, side))).toBeGreaterThanOrEqual(minimum)
    })
})

test('the pairs are found in the sources', () => {
  expect(pairs).toContainEqual(['onAction', 'action'])
  expect(pairs).toContainEqual(['ink', 'amberSoft'])
  expect(palettePairs.length).toBeGreaterThan(15)
})

test('no colour of the app is outside the palette, which the contrast tests measure', () => {
  const own = sources().filter(({ path }) => path.startsWith(import.meta.dir))
  const literal = own.flatMap(({ path, code }) =>
    [...code.matchAll(/#[0-9A-Fa-f]{6,8}\b/g)].map(([color]) => `${path}: ${color}`),
  )
  expect(literal).toEqual([])
})

test('a paler word is noticed', () => {
  expect(worst('#5A6B83', '#FFFFFF')).toBeLessThan(text)
  expect(worst('#F4F8FD', palette.shade[0])).toBeLessThan(text)
})
