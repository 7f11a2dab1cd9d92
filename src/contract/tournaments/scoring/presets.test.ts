import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { rank } from '#server/tournaments/entries/ranking.rules.ts'
import { boatsOf, catchesOf, noon, placesOn } from '../../../../tests/support/scoring.ts'
import { hour, minute } from '../../time.ts'
import type { ScoringCatch } from './boards.ts'
import { type PresetKey, presetKeys, presetTexts } from './preset-texts.ts'
import { preset } from './presets.ts'
import type { Rules } from './rules.ts'
import { rulesToJson } from './rules-conversion.ts'
import { parseRules } from './rules-schema.ts'
import { standings } from './standings.ts'

const days = [
  {
    name: 'Friday',
    linesIn: new Date(noon - 24 * hour).toISOString(),
    linesOut: new Date(noon + 24 * hour).toISOString(),
    scaleOpens: null,
    scaleCloses: null,
  },
]

function rulesOf(key: PresetKey): Rules {
  const { rules, issues } = parseRules(preset(key, { days, timeZone: 'America/New_York' }))
  if (rules === undefined) throw new Error(JSON.stringify(issues))
  return rules
}

describe('presets', () => {
  test('as-now has no rules', () => {
    expect(preset('as-now', { days, timeZone: 'UTC' })).toBeNull()
  })

  for (const key of presetKeys.filter(key => key !== 'as-now'))
    test(`${key} is valid and complete`, () => {
      const json = preset(key, { days, timeZone: 'America/New_York' })
      expect<unknown>(rulesToJson(rulesOf(key))).toEqual(json)
      expect(rulesOf(key)).toMatchObject({ preset: key, days: [{ name: 'Friday' }] })
      expect(presetTexts[key].summary).toEndWith('.')
    })

  test('one is not changed by changing another', () => {
    const first = preset('five-fish', { days, timeZone: 'UTC' })
    if (first?.categories[0]) first.categories[0].name = 'Changed'
    expect(preset('five-fish', { days, timeZone: 'UTC' })?.categories[0]?.name).toBe('Five Fish')
  })

  test('five-fish counts the five heaviest of a day, less 4 oz for a dead fish and 16 oz a minute', () => {
    const bag = (entryId: string) => [40, 38, 36, 34, 32, 30].map(weight => ({ entryId, weight }))
    const catches = catchesOf(...bag('A'), ...bag('B'), ...bag('C'))
    const [first] = catches
    if (first) first.marks = ['dead']
    const penalties = [
      { entryId: 'B', key: 'late', day: 'Friday', count: 2 },
      { entryId: 'C', key: 'short', day: 'Friday', count: 1 },
    ]
    const boards = standings(rulesOf('five-fish'), {
      entries: boatsOf('A', 'B', 'C'),
      catches,
      penalties,
      decisions: [],
    })
    const totals = boards.map(({ rows }) => rows.map(({ entryId, total }) => [entryId, total]))
    expect(totals).toEqual([
      [
        ['A', 176],
        ['C', 164],
        ['B', 148],
      ],
      [
        ['C', 40],
        ['A', 38],
        ['B', 8],
      ],
    ])
  })

  test('release and longest count what is released and measured', () => {
    const release = (species: string) => ({ entryId: 'A', species, released: true })
    const catches = catchesOf(release('Blue Marlin'), release('sailfish'), release('Tuna'))
    const [board] = standings(rulesOf('release'), {
      entries: boatsOf('A'),
      catches,
      penalties: [],
      decisions: [],
    })
    expect(placesOn(board)).toEqual(['1 A 525.00'])
    const lengths = [2000, 2100, 2200, 2300, 2400, 2500].map(length => ({
      entryId: 'A',
      length,
      weight: null,
    }))
    const [longest] = standings(rulesOf('longest'), {
      entries: boatsOf('A'),
      catches: catchesOf(...lengths),
      penalties: [],
      decisions: [],
    })
    expect(placesOn(longest)).toEqual(['1 A 115.00'])
  })

  test('aggregate adds the two heaviest, and mixed-billfish has a board for each gamefish', () => {
    const catches = catchesOf(...[300, 500, 400].map(weight => ({ entryId: 'A', weight })))
    expect(
      placesOn(
        standings(rulesOf('aggregate'), { entries: boatsOf('A'), catches, penalties: [], decisions: [] })[0],
      ),
    ).toEqual(['1 A 9.00'])
    const boards = standings(rulesOf('mixed-billfish'), {
      entries: boatsOf('A'),
      catches: [],
      penalties: [],
      decisions: [],
    })
    expect(boards.map(({ category }) => category)).toEqual([
      'billfish',
      'heaviest-blue-marlin',
      'tuna',
      'dolphin',
      'wahoo',
    ])
  })

  test('heaviest ranks as tournaments without rules do, unless two catches are equal', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const anyCatch = fc.record({
      entryId: fc.constantFrom(...ids),
      species: fc.constantFrom('Tuna', 'Eel', 'blue marlin'),
      weight: fc.integer({ min: 1, max: 4 }),
      caughtAt: fc.integer({ min: 0, max: 3 }).map(minutes => noon + minutes * minute),
      weighedAt: fc.integer({ min: 4, max: 7 }).map(minutes => noon + minutes * minute),
    })
    const lists = fc.uniqueArray(anyCatch, {
      selector: ({ weight, caughtAt, weighedAt }) => `${weight} ${caughtAt} ${weighedAt}`,
      maxLength: 16,
      size: 'max',
    })
    const rules = rulesOf('heaviest')
    fc.assert(
      fc.property(lists, fc.subarray(ids), (list, withdrawn) => {
        const catches: ScoringCatch[] = catchesOf(...list)
        const standing = ids.filter(id => !withdrawn.includes(id))
        const entries = standing.map(id => ({ id, disqualified: false }))
        const positions = rank(
          standing,
          catches.map(({ id, entryId, species, weight, caughtAt, weighedAt }) => ({
            ...{ id, entryId, species, caughtAt },
            weight: weight ?? 0,
            recordedAt: weighedAt,
            weighedAt,
          })),
        )
        const [board] = standings(rules, { entries, catches, penalties: [], decisions: [] })
        const rows = (board?.rows ?? []).map(({ entryId, place, fish }) => [
          entryId,
          place,
          fish.find(({ taken }) => taken)?.catchId ?? null,
        ])
        const expected = [...positions].map(([id, { position, best }]) => [id, position, best?.id ?? null])
        expect(rows.sort()).toEqual(expected.sort())
      }),
      { seed: 26, numRuns: Number(process.env.SCORING_ORDERS ?? 300) },
    )
  }, 60_000)
})
