import { expect, test } from 'bun:test'
import { categoryOf } from '#contract/tournaments/scoring/presets.ts'
import { parseRules } from '#contract/tournaments/scoring/rules-schema.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { withNamedKeys } from './named-keys.ts'

const row = { categories: ['category'], weight: 0, points: 0 }

test('new rows get keys after their names, and what refers to them follows', () => {
  const base = bassRules()
  const rules = {
    ...base,
    marks: [...base.marks, { ...row, key: 'mark', name: 'Gaffed', species: null }],
    penalties: [
      ...base.penalties,
      { ...row, key: 'penalty', name: 'Late', per: 'once' as const, outFrom: null },
    ],
    divisions: [...base.divisions, { key: 'division', name: 'Ladies', minors: false }],
    categories: [
      ...base.categories,
      { ...categoryOf({ key: 'category', name: 'Wahoo' }), division: 'division', ties: [{ fewest: 'mark' }] },
      {
        ...categoryOf({ key: 'category-2', name: 'Next' }),
        passOver: [{ category: 'category', by: 'fish' as const }],
      },
    ],
    awards: [
      {
        key: 'a',
        name: 'A',
        pot: 'entry',
        percent: 100,
        category: 'category',
        split: { percents: [[100]] },
        unclaimed: 'kept' as const,
      },
    ],
  }
  const result = withNamedKeys(rules, base)
  expect(result).toMatchObject({
    marks: [{ key: 'dead' }, { key: 'gaffed', categories: ['wahoo'] }],
    penalties: [{ key: 'late' }, { key: 'short' }, { key: 'late-2', categories: ['wahoo'] }],
    divisions: [{ key: 'junior' }, { key: 'ladies' }],
    categories: [
      { key: 'five-fish' },
      { key: 'biggest-fish' },
      { key: 'wahoo', division: 'ladies', ties: [{ fewest: 'gaffed' }] },
      { key: 'next', passOver: [{ category: 'wahoo' }] },
    ],
    awards: [{ category: 'wahoo' }],
  })
  expect(parseRules(result).issues).toBeUndefined()
})

test('rows in force keep their keys', () => {
  const base = bassRules()
  const [main] = base.categories
  const rules = {
    ...base,
    categories: [{ ...categoryOf({ key: 'x', name: '' }), ...main, name: 'Six Fish' }],
  }
  expect(withNamedKeys(base, base)).toEqual(base)
  expect(withNamedKeys(rules, base).categories[0]?.key).toBe('five-fish')
})
