import { describe, expect, test } from 'bun:test'
import type { PresetKey } from '#contract/tournaments/scoring/preset-texts.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import {
  bringsSeveral,
  isLengthFirst,
  kindsOf,
  lengthNeedOf,
  marksOf,
  namesAnglers,
  speciesOf,
  takesOthers,
  weightUnitOf,
} from './needs.ts'

function rulesOf(key: PresetKey, change: (rules: RulesJson) => void = () => {}): RulesJson {
  const rules = preset(key, { days: [], timeZone: 'UTC' })
  if (rules === null) throw new Error(`${key} has no rules`)
  change(rules)
  return rules
}

describe('each format asks for what it needs', () => {
  test.each([
    ['heaviest', ['weighed'], 'lb', [], false],
    ['five-fish', ['weighed'], 'oz', [], true],
    ['release', ['released'], null, ['Blue Marlin', 'White Marlin', 'Sailfish', 'Spearfish'], false],
    ['longest', ['weighed'], null, [], true],
    ['aggregate', ['weighed'], 'lb', [], true],
  ] as const)('%s', (key, kinds, unit, species, several) => {
    const rules = rulesOf(key)
    const [kind] = kinds
    expect([
      kindsOf(rules),
      weightUnitOf(rules, kind),
      speciesOf(rules, kind),
      bringsSeveral(rules),
      namesAnglers(rules),
    ] as unknown).toEqual([kinds, unit, species, several, false])
  })

  test('both kinds, each with the species that count so', () => {
    const rules = rulesOf('mixed-billfish')
    expect(kindsOf(rules)).toEqual(['weighed', 'released'])
    expect(speciesOf(rules, 'weighed')).toEqual(['Blue Marlin', 'White Marlin', 'Tuna', 'Dolphin', 'Wahoo'])
    expect(speciesOf(rules, 'released')).toEqual(['Blue Marlin', 'White Marlin', 'Sailfish', 'Spearfish'])
    expect([weightUnitOf(rules, 'weighed'), weightUnitOf(rules, 'released')]).toEqual(['lb', null])
  })

  test('species that only categories name; others count where a category takes any', () => {
    const rules = rulesOf('heaviest', ({ categories }) => {
      const [main] = categories
      if (main) categories.push({ ...main, key: 'jackpot', species: ['Dolphin', 'dolphin', 'Wahoo'] })
    })
    expect([speciesOf(rules, 'weighed'), takesOthers(rules, 'weighed')]).toEqual([['Dolphin', 'Wahoo'], true])
    const jackpotOnly = { ...rules, categories: rules.categories.slice(1) }
    expect(takesOthers(jackpotOnly, 'weighed')).toBe(false)
    expect(takesOthers(rulesOf('release'), 'released')).toBe(false)
  })

  test('released lengths say so where a category or a limit tells them apart', () => {
    const releaseRules = rulesOf('longest', rules => {
      for (const category of rules.categories) category.how = 'released'
    })
    expect(kindsOf(releaseRules)).toEqual(['released'])
    expect(lengthNeedOf(releaseRules, 'released', 'Red Drum')).toMatchObject({ isRequired: true })
    const rulesWithLimit = rulesOf('longest', rules => {
      for (const { limits } of rules.categories) for (const limit of limits) limit.how = 'released'
    })
    expect(kindsOf(rulesWithLimit)).toEqual(['weighed', 'released'])
  })
})

describe('a length', () => {
  test('is required where nothing counts without it', () =>
    expect(lengthNeedOf(rulesOf('longest'), 'weighed', 'Snook')).toEqual({
      isRequired: true,
      categories: ['Longest Fish'],
    }))
  test('is asked for where a category has a minimum', () => {
    const rules = rulesOf('mixed-billfish')
    expect(lengthNeedOf(rules, 'weighed', 'blue marlin')).toEqual({
      isRequired: false,
      categories: ['Heaviest Blue Marlin'],
    })
    expect(lengthNeedOf(rules, 'released', 'Blue Marlin')).toBeNull()
    expect(lengthNeedOf(rules, 'weighed', 'Tuna')).toBeNull()
  })
  test('is required where the species has a minimum', () => {
    const rules = rulesOf('release', ({ species }) => {
      for (const each of species) each.minLength = 60
    })
    expect(lengthNeedOf(rules, 'released', 'Sailfish')).toEqual({
      isRequired: true,
      categories: ['Releases'],
    })
  })
  test('comes first where fish are ranked by it', () => {
    const first = (key: PresetKey) => kindsOf(rulesOf(key)).map(kind => isLengthFirst(rulesOf(key), kind))
    expect([first('longest'), first('release'), first('mixed-billfish')]).toEqual([
      [true],
      [false],
      [false, false],
    ])
  })
  test('isn’t asked for of a fish that can’t count', () =>
    expect(lengthNeedOf(rulesOf('release'), 'released', 'Wahoo')).toBeNull())
})

test('marks are those of the species', () => {
  const rules = rulesOf('five-fish', ({ marks }) => {
    marks.push({ key: 'gaffed', name: 'Gaffed', weight: 0, points: 0, species: ['Wahoo'], categories: null })
  })
  expect(marksOf(rules, 'Bass').map(({ key }) => key)).toEqual(['dead'])
  expect(marksOf(rules, 'wahoo').map(({ key }) => key)).toEqual(['dead', 'gaffed'])
})

test('anglers are named where they are ranked, or divided', () => {
  const rulesWithDivision = rulesOf('heaviest', ({ categories: [main] }) => {
    if (main) main.division = 'junior'
  })
  expect(namesAnglers(rulesWithDivision)).toBe(true)
})
