import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type PresetKey, presetKeys } from '#contract/tournaments/scoring/preset-texts.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { rulesToJson } from '#contract/tournaments/scoring/rules-conversion.ts'
import { parseRules } from '#contract/tournaments/scoring/rules-schema.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { rulesJsons } from '../../../../tests/support/scoring-arbitraries.ts'
import { jackpotCategory, withPot } from './quick-rules.ts'
import { addRow, changeRow, controlOf, draftOf, moveUp, newKey, removeRow, rulesIn } from './rules-draft.ts'

const draftOfPreset = (key: PresetKey) => {
  const rules = preset(key, { days: [], timeZone: 'UTC' })
  if (rules === null) throw new Error('as-now has no rules')
  return draftOf(rules)
}

describe('a draft', () => {
  test('comes back as the rules it was made of', () => {
    fc.assert(
      fc.property(rulesJsons, json => {
        const { rules } = parseRules(json)
        if (rules) expect(rulesIn(draftOf(rulesToJson(rules)))).toEqual(rulesToJson(rules))
      }),
      { numRuns: 30 },
    )
  })

  test('renames a species wherever it counts', () => {
    const draft = draftOfPreset('mixed-billfish')
    const [blue] = draft.species
    const rules = rulesIn(changeRow(draft, 'species', blue?.id ?? '', { name: 'Black Marlin' }))
    expect(rules.categories.map(({ species }) => species?.[0])).toEqual([
      'Black Marlin',
      'Black Marlin',
      'Tuna',
      'Dolphin',
      'Wahoo',
    ])
    expect(parseRules(rules).issues).toBeUndefined()
  })

  test('keeps the name of a removed species where it counts, so that the server names the row', () => {
    const draft = draftOfPreset('mixed-billfish')
    const tuna = draft.species.find(({ name }) => name === 'Tuna')
    const { issues = [] } = parseRules(rulesIn(removeRow(draft, 'species', tuna?.id ?? '')))
    expect(issues.map(({ path }) => path)).toEqual(['categories.2.species.0'])
  })

  test('of every preset stays valid when a row is removed that others name', () => {
    for (const key of presetKeys.filter(key => key !== 'as-now')) {
      let draft = draftOfPreset(key)
      for (const { key: mark } of draft.marks) draft = removeRow(draft, 'marks', mark)
      for (const { key: category } of draft.categories.slice(1))
        draft = removeRow(draft, 'categories', category)
      expect(parseRules(rulesIn(draft)).issues).toBeUndefined()
    }
  })

  test('moves a category up', () => {
    const draft = draftOfPreset('five-fish')
    const keysOf = (id: string) => moveUp(draft, id).categories.map(({ key }) => key)
    expect(keysOf('biggest-fish')).toEqual(['biggest-fish', 'five-fish'])
    expect(keysOf('five-fish')).toEqual(['five-fish', 'biggest-fish'])
  })
})

test('keys are made of names, and free', () => {
  expect(newKey('Día 1 – Jackpot!', [])).toBe('di-a-1-jackpot')
  expect(newKey('Dolphin', [{ key: 'dolphin' }, { key: 'dolphin-2' }])).toBe('dolphin-3')
  expect(newKey('魚', [])).toBe('row')
})

describe('an issue', () => {
  const draft = draftOf(bassRules())
  const names = [
    'rules.timeZone',
    'rules.days.#0.linesIn',
    'rules.categories.biggest-fish.name',
    'rules.categories.biggest-fish.most',
    'rules.pots.entry.fee',
    'reason',
  ]
  test.each([
    ['rules.days.0.linesIn', 'rules.days.#0.linesIn'],
    ['rules.categories.1.name', 'rules.categories.biggest-fish.name'],
    ['rules.categories.1.limits.0.most', 'rules.categories.biggest-fish.name'],
    ['rules.pots.0.fee', 'rules.pots.entry.fee'],
    ['rules.timeZone', 'rules.timeZone'],
    ['reason', 'reason'],
    ['rules.pots.1.fee', 'rules.pots.entry.fee'],
    ['name', null],
  ])('at %s is shown at %s', (path, expected) => {
    expect(controlOf(draft, path, names)).toBe(expected)
  })
})

describe('a jackpot', () => {
  const jackpot = { name: 'Dolphin Jackpot', split: [60, 40] }
  const terms = { entry: 'chosen', fee: '500.00', payback: 100, added: null } as const

  test('for the heaviest fish of a species brings its category', () => {
    const rules = rulesIn(
      withPot(draftOfPreset('heaviest'), { ...jackpot, of: { species: 'Dolphin' } }, terms),
    )
    expect(rules.categories[1]).toMatchObject({ name: 'Heaviest Dolphin', species: ['Dolphin'] })
    expect(rules.pots).toEqual([
      {
        key: 'dolphin-jackpot',
        name: 'Dolphin Jackpot',
        entry: 'chosen',
        fee: '500.00',
        payback: 100,
        added: null,
      },
    ])
    expect(rules.awards).toMatchObject([
      { pot: 'dolphin-jackpot', category: 'heaviest-dolphin', split: { percents: [[60, 40]] } },
    ])
    expect(parseRules(rules).issues).toBeUndefined()
  })

  test('lists the species where others are listed, and uses a category that is there', () => {
    const billfish = rulesIn(
      withPot(draftOfPreset('mixed-billfish'), { ...jackpot, of: { species: 'dolphin' } }, terms),
    )
    expect(billfish.awards[0]?.category).toBe('dolphin')
    const release = rulesIn(
      withPot(draftOfPreset('release'), { ...jackpot, of: { species: 'Dolphin' } }, terms),
    )
    expect(release.species.at(-1)?.name).toBe('Dolphin')
    for (const rules of [billfish, release]) expect(parseRules(rules).issues).toBeUndefined()
  })

  test('is for the heaviest fish first, if there is a category of it', () => {
    const keys: PresetKey[] = ['heaviest', 'five-fish', 'mixed-billfish', 'longest']
    const [heaviest, biggest, first, longest] = keys.map(key => jackpotCategory(draftOfPreset(key))?.key)
    expect([heaviest, biggest]).toEqual(['heaviest', 'biggest-fish'])
    expect([first, longest]).toEqual([
      draftOfPreset('mixed-billfish').categories[0]?.key,
      draftOfPreset('longest').categories[0]?.key,
    ])
  })

  test('or a prize is for a category', () => {
    const five = draftOfPreset('five-fish')
    const rules = rulesIn(
      withPot(
        five,
        { name: 'Biggest Fish', split: [100], of: { category: 'biggest-fish' } },
        { entry: 'all', fee: null, payback: 100, added: '1000.00' },
      ),
    )
    expect(rules.pots).toMatchObject([{ entry: 'all', fee: null, added: '1000.00' }])
    expect(rules.awards).toMatchObject([{ category: 'biggest-fish' }])
    expect(parseRules(rules).issues).toBeUndefined()
  })
})

test('a row of a list that is added and changed is sent', () => {
  const draft = draftOfPreset('heaviest')
  const mark = { key: 'dead', name: 'Dead', weight: 0, points: 0, species: null, categories: null }
  const next = changeRow(addRow(draft, 'marks', mark), 'marks', 'dead', { weight: -0.25 })
  expect(rulesIn(next).marks).toEqual([{ ...mark, weight: -0.25 }])
})
