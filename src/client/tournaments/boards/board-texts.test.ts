import { expect, test } from 'bun:test'
import type { LineFish } from '#contract/tournaments/scores.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import type { Category, Limit, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { fishScore, fishText, markNames, whyText } from './board-texts.ts'

const saturday = {
  ...{ name: 'Saturday', scaleOpens: null, scaleCloses: null },
  linesIn: '2026-06-06T10:00:00.000Z',
  linesOut: '2026-06-06T19:00:00.000Z',
}

function rulesOf(key: 'mixed-billfish' | 'five-fish' | 'longest', days = [saturday]): RulesJson {
  const rules = preset(key, { days, timeZone: 'UTC' })
  if (rules === null) throw new Error('the preset has no rules')
  return rules
}
const billfish = rulesOf('mixed-billfish')
const bass = rulesOf('five-fish')
const bassOfOnePeriod = rulesOf('five-fish', [])

function categoryOf(rules: RulesJson, change: Partial<Category> = {}, key?: string): Category {
  const category = rules.categories.find(each => key === undefined || each.key === key)
  if (!category) throw new Error(`no category ${key}`)
  return { ...category, ...change }
}
const fish = (more: Partial<LineFish>): LineFish => ({
  catchId: 'c',
  species: 'Tuna',
  score: null,
  taken: false,
  why: null,
  ...more,
})
const limit = (more: Partial<Limit>): Limit => ({
  ...{ species: null, how: null, most: null, mostPerDay: null, sumAtMost: null },
  ...more,
})

test('what a fish is', () => {
  expect(fishText(fish({ species: 'Sailfish', released: true }))).toBe('Sailfish, released')
  expect(fishText(fish({ weight: 412.5, length: 112 }))).toBe('Tuna, 412.5 lbs, 112 inches')
  expect(fishText(fish({ species: 'Bass', ounces: 74 }))).toBe('Bass, 4 lb 10 oz')
  expect(markNames(bass, fish({ marks: ['dead', 'gone'] }))).toEqual(['Dead'])
})

test('what it adds or costs', () => {
  expect(fishScore(fish({ score: 175, taken: true }), 'points')).toBe('175 points')
  expect(fishScore(fish({ score: -65, why: 'under' }), 'points')).toBe('−65 points')
  expect(fishScore(fish({ score: 175, why: 'limit' }), 'points')).toBeNull()
  expect(fishScore(fish({}), 'points')).toBeNull()
})

test.each<[string | null, Partial<LineFish>, (RulesJson | undefined)?, (Category | undefined)?]>([
  [null, {}],
  ['disqualified: Mutilated', { why: 'disqualified', reason: 'Mutilated' }],
  ['the boat is disqualified', { why: 'disqualified' }],
  ['another species', { why: 'species' }],
  ['only weighed fish count', { why: 'how', released: true }, billfish, categoryOf(billfish, {}, 'tuna')],
  ['only releases count', { why: 'how', weight: 8 }, billfish, categoryOf(billfish, { how: 'released' })],
  ['no score for weighed fish', { why: 'how', species: 'Sailfish', weight: 60 }],
  ['no score for releases', { why: 'how', released: true }],
  ['its angler isn’t named', { why: 'division' }],
  ['under 10 lbs', { why: 'under', weight: 8 }],
  ['under 20 lbs', { why: 'under', weight: 12 }, billfish, categoryOf(billfish, { minWeight: 20 })],
  [
    'under 110 inches',
    { why: 'under', weight: 400, length: 99 },
    billfish,
    categoryOf(billfish, { minLength: 110 }),
  ],
  [
    'without a length, which must be 110 inches or more',
    { why: 'under', weight: 400 },
    billfish,
    categoryOf(billfish, { minLength: 110 }),
  ],
  ['under 2 lb 0 oz', { why: 'under', ounces: 31 }, bass, categoryOf(bass, { minWeight: 32 })],
  ['caught outside fishing hours', { why: 'lines' }],
  ['weighed in outside scale hours', { why: 'scale' }],
  ['the boat’s day doesn’t count, by a penalty', { why: 'penalty' }],
  ['the boat’s fish don’t count, by a penalty', { why: 'penalty' }, bassOfOnePeriod],
  ['it won another category', { why: 'passed-over' }],
  ['over the limit of 5 a day', { why: 'limit' }, bass],
  ['over the limit of 5', { why: 'limit' }, bassOfOnePeriod],
  ['over the limit of 1', { why: 'limit' }, billfish, categoryOf(billfish, {}, 'tuna')],
  [
    'over the limit of 2',
    { why: 'limit', released: true },
    billfish,
    categoryOf(billfish, {
      limits: [
        limit({ species: ['tuna'], how: 'released', most: 2 }),
        limit({ species: ['Wahoo'], most: 1 }),
      ],
    }),
  ],
  [
    'over a limit',
    { why: 'limit' },
    billfish,
    categoryOf(billfish, { limits: [limit({ most: 2 }), limit({ mostPerDay: 1 })] }),
  ],
])('not counted: %s', (text, fields, rules = billfish, category = categoryOf(rules)) => {
  expect(whyText(rules, category, fish(fields))).toBe(text)
})
