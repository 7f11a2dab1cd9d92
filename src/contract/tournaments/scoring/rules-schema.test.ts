import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { rulesJsons } from '../../../../tests/support/scoring-arbitraries.ts'
import { type } from '../../arktype.ts'
import { rulesToJson } from './rules-conversion.ts'
import { parseRules, rulesField } from './rules-schema.ts'
import { scoringLimits } from './scoring-limits.ts'
import { scoringTexts as texts } from './scoring-texts.ts'

const category = { key: 'main', name: 'Main', rank: 'boats', how: 'both', days: 'all', measure: 'weight' }
const least = { timeZone: 'UTC', categories: [category] }
const day = { name: 'Friday', linesIn: '2026-06-05T06:00:00Z', linesOut: '2026-06-05T15:00:00Z' }
const nextDay = { name: 'Saturday', linesIn: '2026-06-06T06:00:00Z', linesOut: '2026-06-06T15:00:00Z' }
const tuna = { name: 'Tuna' }
const mark = { key: 'dead', name: 'Dead' }
const penalty = { key: 'late', name: 'Late', per: 'minute' }
const pot = { key: 'entry', name: 'Entry', entry: 'all' }
const award = {
  key: 'first',
  name: 'First',
  pot: 'entry',
  category: 'main',
  split: { percents: [[100]] },
  unclaimed: 'kept' as const,
}
const fixedAmounts = { amounts: [100], basedOn: null }
const daily = { ...category, key: 'daily', days: 'each' }
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

const withCategory = (more: object) => ({ categories: [{ ...category, ...more }] })
const withSpecies = (more: object) => ({ species: [{ ...tuna, ...more }] })
const withAward = (more: object, rest: object = {}) => ({
  pots: [pot],
  awards: [{ ...award, ...more }],
  ...rest,
})

const issuesOf = (json: unknown) =>
  (parseRules(json).issues ?? []).map(({ path, message }) => [path, message])

/** Rules beside the least ones, the path, and what to do. */
const refusals: [string, object, string, string][] = [
  ['a preset that is too long', { preset: 'x'.repeat(41) }, 'preset', texts.presetInvalid],
  ['another unit', { unit: 'kg' }, 'unit', texts.unitInvalid],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone', texts.timeZoneInvalid],
  ['an offset as time zone', { timeZone: '+05:37' }, 'timeZone', texts.timeZoneInvalid],
  ['no time zone', { timeZone: undefined }, 'timeZone', texts.timeZoneInvalid],
  ['no categories', { categories: [] }, 'categories', texts.categories],
  ['days that are no list', { days: {} }, 'days', texts.days],
  ['a day that is no object', { days: [3] }, 'days.0', texts.dayInvalid],
  ['a day without a name', { days: [{ ...day, name: ' ' }] }, 'days.0.name', texts.nameRequired],
  ['a name that is too long', { days: [{ ...day, name: 'x'.repeat(61) }] }, 'days.0.name', texts.nameTooLong],
  [
    'a time without a zone',
    { days: [{ ...day, linesIn: '2026-06-05T06:00:00' }] },
    'days.0.linesIn',
    'Please enter a valid date and time with its time zone',
  ],
  ['no lines out', { days: [{ ...day, linesOut: undefined }] }, 'days.0.linesOut', texts.timeInvalid],
  [
    'lines out before lines in',
    { days: [{ ...day, linesOut: day.linesIn }] },
    'days.0.linesOut',
    texts.linesOutEarly,
  ],
  ['days that overlap', { days: [nextDay, day] }, 'days.1.linesIn', texts.daysOverlap],
  ['two days of a name', { days: [day, { ...nextDay, name: 'Friday' }] }, 'days.1.name', texts.nameTwice],
  [
    'a scale that closes early',
    { days: [{ ...day, scaleOpens: day.linesOut, scaleCloses: day.linesIn }] },
    'days.0.scaleCloses',
    texts.scaleClosesEarly,
  ],
  ['two species of a name', { species: [tuna, { name: 'TUNA' }] }, 'species.1.name', texts.nameTwice],
  ['a species without a name', { species: [{}] }, 'species.0.name', texts.nameRequired],
  ['a negative minimum', withSpecies({ minWeight: -1 }), 'species.0.minWeight', texts.weightInvalid],
  [
    'a minimum with three decimals',
    withSpecies({ minWeight: 1.005 }),
    'species.0.minWeight',
    texts.weightInvalid,
  ],
  ['a minimum as text', withSpecies({ minLength: '20' }), 'species.0.minLength', texts.lengthInvalid],
  [
    'a part of an ounce',
    { unit: 'oz', ...withSpecies({ minWeight: 1.5 }) },
    'species.0.minWeight',
    texts.ouncesWhole,
  ],
  ['points that are no object', withSpecies({ weighed: 3 }), 'species.0.weighed', texts.pointsInvalid],
  [
    'negative points',
    withSpecies({ released: { flat: -1 } }),
    'species.0.released.flat',
    texts.pointsNumberInvalid,
  ],
  [
    'a part of three numbers',
    withSpecies({ weighed: { perPound: [1, 2, 3] } }),
    'species.0.weighed.perPound',
    texts.partInvalid,
  ],
  [
    'a part above 1000',
    withSpecies({ weighed: { perPound: [1001, 2] } }),
    'species.0.weighed.perPound',
    texts.partInvalid,
  ],
  ['costs without a minimum', withSpecies({ under: [{}] }), 'species.0.under', texts.minWeightRequired],
  [
    'two costs from a weight',
    withSpecies({ minWeight: 9, under: [{}, { from: 0 }] }),
    'species.0.under.1.from',
    texts.underTwice,
  ],
  [
    'costs from a part of an ounce',
    { unit: 'oz', ...withSpecies({ minWeight: 9, under: [{ from: 1.5 }] }) },
    'species.0.under.0.from',
    texts.ouncesWhole,
  ],
  [
    'costs in an unknown category',
    withSpecies({ minWeight: 9, under: [{ categories: ['main', 'other'] }] }),
    'species.0.under.0.categories.1',
    texts.unknownCategory,
  ],
  [
    'costs of anglers',
    {
      ...withSpecies({ minWeight: 9, under: [{ categories: ['main'] }] }),
      ...withCategory({ rank: 'anglers' }),
    },
    'species.0.under.0.categories.0',
    texts.boatsOnly,
  ],
  [
    'costs in inches',
    {
      ...withSpecies({ minWeight: 9, under: [{ categories: ['main'] }] }),
      ...withCategory({ measure: 'length' }),
    },
    'species.0.under.0.categories.0',
    texts.measureWithoutCost,
  ],
  [
    'a cost below 0',
    withSpecies({ minWeight: 9, under: [{ flat: -1 }] }),
    'species.0.under.0.flat',
    texts.costInvalid,
  ],
  [
    'an empty list of categories',
    withSpecies({ minWeight: 9, under: [{ categories: [] }] }),
    'species.0.under.0.categories',
    texts.categoryKeys,
  ],
  ['a mark without a key', { marks: [{ name: 'Dead' }] }, 'marks.0.key', texts.keyInvalid],
  ['a key in capitals', { marks: [{ ...mark, key: 'Dead' }] }, 'marks.0.key', texts.keyInvalid],
  ['a key of 41 characters', { marks: [{ ...mark, key: 'x'.repeat(41) }] }, 'marks.0.key', texts.keyInvalid],
  ['two marks of a key', { marks: [mark, mark] }, 'marks.1.key', texts.keyTwice],
  [
    'a mark of an unknown species',
    { species: [tuna], marks: [{ ...mark, species: ['Eel'] }] },
    'marks.0.species.0',
    texts.unknownSpecies,
  ],
  [
    'a mark in an unknown category',
    { marks: [{ ...mark, categories: ['other'] }] },
    'marks.0.categories.0',
    texts.unknownCategory,
  ],
  [
    'a mark of a huge weight',
    { marks: [{ ...mark, weight: -160_001 }] },
    'marks.0.weight',
    texts.weightChangeInvalid,
  ],
  [
    'a mark of a part of an ounce',
    { unit: 'oz', marks: [{ ...mark, weight: -0.25 }] },
    'marks.0.weight',
    texts.ouncesWhole,
  ],
  [
    'a mark of text points',
    { marks: [{ ...mark, points: 'five' }] },
    'marks.0.points',
    texts.pointsChangeInvalid,
  ],
  [
    'a negative penalty',
    { penalties: [{ ...penalty, weight: -1 }] },
    'penalties.0.weight',
    texts.weightInvalid,
  ],
  [
    'a penalty of a part of an ounce',
    { unit: 'oz', penalties: [{ ...penalty, weight: 0.5 }] },
    'penalties.0.weight',
    texts.ouncesWhole,
  ],
  [
    'another unit of penalties',
    { penalties: [{ ...penalty, per: 'hour' }] },
    'penalties.0.per',
    texts.penaltyUnitInvalid,
  ],
  [
    'a penalty without its unit',
    { penalties: [{ ...penalty, per: undefined }] },
    'penalties.0.per',
    texts.penaltyUnitInvalid,
  ],
  ['out from none', { penalties: [{ ...penalty, outFrom: 0 }] }, 'penalties.0.outFrom', texts.countInvalid],
  [
    'a penalty in an unknown category',
    { penalties: [{ ...penalty, categories: ['other'] }] },
    'penalties.0.categories.0',
    texts.unknownCategory,
  ],
  [
    'a penalty of fish',
    { penalties: [{ ...penalty, categories: ['main'] }], ...withCategory({ rank: 'fish' }) },
    'penalties.0.categories.0',
    texts.boatsOnly,
  ],
  [
    'a division without minors',
    { divisions: [{ key: 'juniors', name: 'Juniors' }] },
    'divisions.0.minors',
    texts.flagInvalid,
  ],
  ['two categories of a key', { categories: [category, category] }, 'categories.1.key', texts.keyTwice],
  ['a category that is no object', { categories: [[]] }, 'categories.0', texts.categoryInvalid],
  ['another contestant', withCategory({ rank: 'crews' }), 'categories.0.rank', texts.rankInvalid],
  ['another how', withCategory({ how: 'eaten' }), 'categories.0.how', texts.howInvalid],
  ['another choice of days', withCategory({ days: 'some' }), 'categories.0.days', texts.daysInvalid],
  ['another measure', withCategory({ measure: 'girth' }), 'categories.0.measure', texts.measureInvalid],
  [
    'a category without a measure',
    withCategory({ measure: undefined }),
    'categories.0.measure',
    texts.measureInvalid,
  ],
  [
    'an unknown division',
    withCategory({ division: 'juniors' }),
    'categories.0.division',
    texts.unknownDivision,
  ],
  [
    'an unknown species',
    { species: [tuna], ...withCategory({ species: ['Tuna', 'Eel'] }) },
    'categories.0.species.1',
    texts.unknownSpecies,
  ],
  ['a board a day without days', withCategory({ days: 'each' }), 'categories.0.days', texts.daysRequired],
  [
    'a category from a part of an ounce',
    { unit: 'oz', ...withCategory({ minWeight: 0.5 }) },
    'categories.0.minWeight',
    texts.ouncesWhole,
  ],
  ['a limit that is no object', withCategory({ limits: [5] }), 'categories.0.limits.0', texts.limitInvalid],
  [
    'a limit of an unknown species',
    { species: [tuna], ...withCategory({ limits: [{ species: ['Eel'] }] }) },
    'categories.0.limits.0.species.0',
    texts.unknownSpecies,
  ],
  [
    'a limit of none',
    withCategory({ limits: [{ most: 0 }] }),
    'categories.0.limits.0.most',
    texts.countInvalid,
  ],
  [
    'a limit of both, spelt out',
    withCategory({ limits: [{ how: 'both' }] }),
    'categories.0.limits.0.how',
    texts.limitHowInvalid,
  ],
  [
    'a sum of a part of an ounce',
    { unit: 'oz', ...withCategory({ limits: [{ sumAtMost: 1.5 }] }) },
    'categories.0.limits.0.sumAtMost',
    texts.ouncesWhole,
  ],
  [
    'a sum of a part of a fish',
    withCategory({ measure: 'count', limits: [{ sumAtMost: 1.5 }] }),
    'categories.0.limits.0.sumAtMost',
    texts.fishWhole,
  ],
  [
    'a sum below 0',
    withCategory({ limits: [{ sumAtMost: -1 }] }),
    'categories.0.limits.0.sumAtMost',
    texts.sumInvalid,
  ],
  [
    'two sums of the same fish',
    {
      species: [tuna, { name: 'Eel' }],
      ...withCategory({
        limits: [
          { species: ['Tuna', 'Eel'], sumAtMost: 50 },
          { species: ['eel'], sumAtMost: 9 },
        ],
      }),
    },
    'categories.0.limits.1.sumAtMost',
    texts.sumsOverlap,
  ],
  [
    'a sum of all fish and one of a species, where every species counts',
    withCategory({ limits: [{ sumAtMost: 50 }, { species: ['Tuna'], sumAtMost: 20 }] }),
    'categories.0.limits.1.sumAtMost',
    texts.sumsOverlap,
  ],
  [
    'two sums of all fish',
    withCategory({ limits: [{ sumAtMost: 50 }, { how: 'released', sumAtMost: 9 }] }),
    'categories.0.limits.1.sumAtMost',
    texts.sumsOverlap,
  ],
  [
    'passing over an unknown category',
    withCategory({ passOver: [{ category: 'other', by: 'boat' }] }),
    'categories.0.passOver.0.category',
    texts.unknownCategory,
  ],
  [
    'passing over itself',
    withCategory({ passOver: [{ category: 'main', by: 'boat' }] }),
    'categories.0.passOver.0.category',
    texts.passOverLater,
  ],
  [
    'passing over a later category',
    { categories: [{ ...category, key: 'first', passOver: [{ category: 'main', by: 'boat' }] }, category] },
    'categories.0.passOver.0.category',
    texts.passOverLater,
  ],
  [
    'passing over a daily category',
    { days: [day], categories: [daily, { ...category, passOver: [{ category: 'daily', by: 'fish' }] }] },
    'categories.1.passOver.0.category',
    texts.passOverDaily,
  ],
  [
    'passing over anglers',
    withCategory({ passOver: [{ category: 'main', by: 'angler' }] }),
    'categories.0.passOver.0.by',
    texts.passOverByInvalid,
  ],
  ['another tie', withCategory({ ties: ['coin'] }), 'categories.0.ties.0', texts.tieInvalid],
  [
    'a tie by an unknown mark',
    withCategory({ ties: ['largest', { fewest: 'dead' }] }),
    'categories.0.ties.1.fewest',
    texts.unknownMark,
  ],
  ['another entry of a pot', { pots: [{ ...pot, entry: 'some' }] }, 'pots.0.entry', texts.potEntryInvalid],
  ['a payback above 100', { pots: [{ ...pot, payback: 100.01 }] }, 'pots.0.payback', texts.percentInvalid],
  ['a fee with three decimals', { pots: [{ ...pot, fee: 1.005 }] }, 'pots.0.fee', texts.amountInvalid],
  ['a huge fee', { pots: [{ ...pot, fee: 100_000_001 }] }, 'pots.0.fee', texts.amountTooLarge],
  ['an award of an unknown pot', { awards: [award] }, 'awards.0.pot', texts.unknownPot],
  [
    'an award of an unknown category',
    withAward({ category: 'other' }),
    'awards.0.category',
    texts.unknownCategory,
  ],
  ['an award of 0 percent', withAward({ percent: 0 }), 'awards.0.percent', texts.awardPercentInvalid],
  ['an award of no part', withAward({ percent: [0, 3] }), 'awards.0.percent', texts.awardPercentInvalid],
  [
    'more than a pot',
    {
      pots: [pot],
      awards: [
        { ...award, percent: [2, 3] },
        { ...award, key: 'second', percent: 33.34 },
      ],
    },
    'awards.1.percent',
    texts.percentsTooLarge,
  ],
  ['an award without its split', withAward({ split: undefined }), 'awards.0.split', texts.splitInvalid],
  [
    'percents and amounts',
    withAward({ split: { percents: [[100]], amounts: [1] } }),
    'awards.0.split',
    texts.splitInvalid,
  ],
  [
    'a row without prizes',
    withAward({ split: { percents: [[100], []] } }),
    'awards.0.split.percents.1',
    texts.rowsInvalid,
  ],
  [
    'a row of nothing',
    withAward({ split: { percents: [[100], [60, 0]] } }),
    'awards.0.split.percents.1.1',
    texts.rowPercentInvalid,
  ],
  ['a species that is no object', { species: ['Tuna'] }, 'species.0', texts.speciesInvalid],
  [
    'a cost that is no object',
    withSpecies({ minWeight: 9, under: [25] }),
    'species.0.under.0',
    texts.underInvalid,
  ],
  ['a mark that is no object', { marks: ['dead'] }, 'marks.0', texts.markInvalid],
  ['a penalty that is no object', { penalties: [null] }, 'penalties.0', texts.penaltyInvalid],
  ['a division that is no object', { divisions: ['junior'] }, 'divisions.0', texts.divisionInvalid],
  [
    'a category to pass over that is no object',
    withCategory({ passOver: ['main'] }),
    'categories.0.passOver.0',
    texts.passOverInvalid,
  ],
  ['a pot that is no object', { pots: [500] }, 'pots.0', texts.potInvalid],
  ['an award that is no object', { awards: [[]] }, 'awards.0', texts.awardInvalid],
  [
    'a scale that closes before lines in',
    { days: [{ ...day, scaleOpens: null, scaleCloses: day.linesIn }] },
    'days.0.scaleCloses',
    texts.scaleClosesBeforeLines,
  ],
  [
    'a row above 100',
    withAward({ split: { percents: [[100], [60, 40.01]] } }),
    'awards.0.split.percents.1',
    texts.rowTooLarge,
  ],
  [
    'two rows of a length',
    withAward({
      split: {
        percents: [
          [60, 40],
          [70, 30],
        ],
      },
    }),
    'awards.0.split.percents.1',
    texts.rowTwice,
  ],
  ['no amounts', withAward({ split: { amounts: [] } }), 'awards.0.split.amounts', texts.amountsInvalid],
  [
    'an amount as a word',
    withAward({ split: { amounts: ['all'] } }),
    'awards.0.split.amounts.0',
    texts.amountInvalid,
  ],
  [
    'amounts based on no boats',
    withAward({ split: { amounts: [1], basedOn: 0 } }),
    'awards.0.split.basedOn',
    texts.countInvalid,
  ],
  [
    'an award without what becomes of it',
    withAward({ unclaimed: undefined }),
    'awards.0.unclaimed',
    texts.unclaimedInvalid,
  ],
  [
    'another use of what isn’t won',
    withAward({ unclaimed: 'burnt' }),
    'awards.0.unclaimed',
    texts.unclaimedInvalid,
  ],
  [
    'fixed amounts that roll over',
    withAward(
      { category: 'daily', split: fixedAmounts, unclaimed: 'next-day' },
      { days: [day], categories: [category, daily] },
    ),
    'awards.0.unclaimed',
    texts.amountsKept,
  ],
  [
    'a next day without boards a day',
    withAward({ unclaimed: 'next-day' }),
    'awards.0.unclaimed',
    texts.dailyOnly,
  ],
  [
    'remaining days without boards a day',
    withAward({ unclaimed: 'remaining-days' }),
    'awards.0.unclaimed',
    texts.dailyOnly,
  ],
  [
    'an unknown award',
    withAward({ unclaimed: { to: ['other'] } }),
    'awards.0.unclaimed.to.0',
    texts.unknownAward,
  ],
  [
    'the award itself',
    withAward({ unclaimed: { to: ['first'] } }),
    'awards.0.unclaimed.to.0',
    texts.toItself,
  ],
  [
    'an award of fixed amounts',
    {
      pots: [pot],
      awards: [
        { ...award, unclaimed: { to: ['second'] } },
        { ...award, key: 'second', split: fixedAmounts },
      ],
    },
    'awards.0.unclaimed.to.0',
    texts.toAmounts,
  ],
  [
    'a daily award',
    {
      days: [day],
      categories: [category, daily],
      pots: [pot],
      awards: [
        { ...award, percent: 50, unclaimed: { to: ['second'] } },
        { ...award, key: 'second', percent: 50, category: 'daily' },
      ],
    },
    'awards.0.unclaimed.to.0',
    texts.toDaily,
  ],
  [
    'an award twice',
    {
      pots: [pot],
      awards: [
        { ...award, percent: 50, unclaimed: { to: ['second', 'second'] } },
        { ...award, key: 'second', percent: 50 },
      ],
    },
    'awards.0.unclaimed.to.1',
    texts.toTwice,
  ],
  ['protests of ten minutes', { protests: { minutes: 10 } }, 'protests.minutes', texts.minutesInvalid],
  ['protests as a flag', { protests: true }, 'protests', texts.protestsInvalid],
  ['31 days until winnings are paid', { payHoldDays: 31 }, 'payHoldDays', texts.payHoldDaysInvalid],
  ['whole points as text', { wholePoints: 'yes' }, 'wholePoints', texts.flagInvalid],
  ['an unknown field', { limits: [] }, 'limits', texts.fieldUnknown],
  [
    'an unknown field of a part',
    withCategory({ limits: [{ mostADay: 5 }] }),
    'categories.0.limits.0.mostADay',
    texts.fieldUnknown,
  ],
  [
    'an unknown field of a choice',
    { marks: [mark], ...withCategory({ ties: [{ fewest: 'dead', most: 1 }] }) },
    'categories.0.ties.0.most',
    texts.fieldUnknown,
  ],
]

const tooLong: [string, object, string, string][] = [
  ['days', { days: times(32, () => day) }, 'days', texts.days],
  ['species', { species: times(101, index => ({ name: `S${index}` })) }, 'species', texts.species],
  ['marks', { marks: times(31, index => ({ ...mark, key: `k${index}` })) }, 'marks', texts.marks],
  [
    'penalties',
    { penalties: times(31, index => ({ ...penalty, key: `k${index}` })) },
    'penalties',
    texts.penalties,
  ],
  [
    'divisions',
    { divisions: times(31, index => ({ key: `k${index}`, name: 'D', minors: false })) },
    'divisions',
    texts.divisions,
  ],
  [
    'categories',
    { categories: times(41, index => ({ ...category, key: `k${index}` })) },
    'categories',
    texts.categories,
  ],
  ['pots', { pots: times(41, index => ({ ...pot, key: `k${index}` })) }, 'pots', texts.pots],
  ['awards', { awards: times(101, index => ({ ...award, key: `k${index}` })) }, 'awards', texts.awards],
  [
    'costs',
    withSpecies({ minWeight: 99, under: times(21, from => ({ from })) }),
    'species.0.under',
    texts.under,
  ],
  ['limits', withCategory({ limits: times(31, () => ({ most: 1 })) }), 'categories.0.limits', texts.limits],
  [
    'categories passed over',
    withCategory({ passOver: times(21, () => ({ category: 'main', by: 'boat' })) }),
    'categories.0.passOver',
    texts.passOver,
  ],
  ['ties', withCategory({ ties: times(21, () => 'largest') }), 'categories.0.ties', texts.ties],
  [
    'names of species',
    withCategory({ species: times(101, () => 'Tuna') }),
    'categories.0.species',
    texts.speciesNames,
  ],
  [
    'rows',
    withAward({ split: { percents: times(51, () => [100]) } }),
    'awards.0.split.percents',
    texts.rowsInvalid,
  ],
  [
    'amounts',
    withAward({ split: { amounts: times(101, () => 1) } }),
    'awards.0.split.amounts',
    texts.amountsInvalid,
  ],
]

describe('rules are refused with', () => {
  for (const [what, json, path, message] of refusals)
    test(what, () => {
      expect(issuesOf({ ...least, ...json })).toEqual([[path, message]])
    })

  for (const [what, json, path, message] of tooLong)
    test(`too many ${what}`, () => {
      expect(issuesOf({ ...least, ...json })).toEqual([[path, message]])
    })

  test('more than 32 KB', () => {
    const many = times(40, index => ({
      ...category,
      key: `k${index}`,
      name: 'x'.repeat(60),
      limits: times(8, () => ({ most: 1 })),
    }))
    expect(issuesOf({ ...least, categories: many })).toEqual([['', texts.rulesTooLarge]])
    expect<number>(scoringLimits.rulesBytes).toBe(32_768)
  })

  test('a value that is no object', () => {
    for (const json of [null, undefined, [], 'rules', 3])
      expect(issuesOf(json)).toEqual([['', texts.rulesInvalid]])
  })

  test('all issues of fields at every depth, at once', () => {
    const limit = { species: ['Tuna'], most: 0 }
    expect(
      issuesOf({
        ...least,
        unit: 'kg',
        marks: [{ key: 'A B', name: '' }, mark, 5],
        ...withSpecies({ name: '', weighed: { flat: -1 }, under: [{ from: -1 }] }),
        ...withCategory({ rank: 'x', limits: [limit, limit], ties: ['coin'] }),
        ...withAward({ pot: 'A B', split: { percents: [[50], [0]] } }),
      })
        .map(([path]) => path)
        .toSorted(),
    ).toEqual([
      'awards.0.pot',
      'awards.0.split.percents.1.0',
      'categories.0.limits.0.most',
      'categories.0.limits.1.most',
      'categories.0.rank',
      'categories.0.ties.0',
      'marks.0.key',
      'marks.0.name',
      'marks.2',
      'species.0.name',
      'species.0.under.0.from',
      'species.0.weighed.flat',
      'unit',
    ])
  })

  test('all issues of fields side by side, at once', () => {
    expect(issuesOf({ ...least, unit: 'kg', timeZone: 'Mars/Olympus' })).toEqual([
      ['timeZone', texts.timeZoneInvalid],
      ['unit', texts.unitInvalid],
    ])
    const limits = [{ most: 0, how: 'both' }, { mostPerDay: 1.5 }]
    expect(issuesOf({ ...least, ...withCategory({ limits }) })).toEqual([
      ['categories.0.limits.0.how', texts.limitHowInvalid],
      ['categories.0.limits.0.most', texts.countInvalid],
      ['categories.0.limits.1.mostPerDay', texts.countInvalid],
    ])
    const ties = [{ fewest: 'dead' }, { fewest: 'gaffed' }]
    expect(issuesOf({ ...least, ...withCategory({ division: 'juniors', ties }) })).toEqual([
      ['categories.0.division', texts.unknownDivision],
      ['categories.0.ties.0.fewest', texts.unknownMark],
      ['categories.0.ties.1.fewest', texts.unknownMark],
    ])
  })
})

describe('rules are taken', () => {
  test('with the defaults of missing fields', () => {
    const { rules } = parseRules({
      ...least,
      species: [{ ...tuna, minWeight: 9, weighed: {}, under: [{}] }],
      marks: [mark],
      penalties: [penalty],
      days: [day],
      pots: [pot],
      awards: [award],
      protests: {},
    })
    expect(rules && rulesToJson(rules)).toEqual({
      preset: null,
      unit: 'lb',
      timeZone: 'UTC',
      days: [
        {
          name: 'Friday',
          linesIn: '2026-06-05T06:00:00.000Z',
          linesOut: '2026-06-05T15:00:00.000Z',
          scaleOpens: null,
          scaleCloses: null,
        },
      ],
      species: [
        {
          name: 'Tuna',
          minWeight: 9,
          minLength: null,
          weighed: { flat: 0, perPound: null, atLeast: null },
          released: null,
          under: [{ from: 0, flat: 0, perPound: null, perPoundShort: null, categories: null }],
        },
      ],
      marks: [{ key: 'dead', name: 'Dead', weight: 0, points: 0, species: null, categories: null }],
      penalties: [
        { key: 'late', name: 'Late', per: 'minute', weight: 0, points: 0, categories: null, outFrom: null },
      ],
      divisions: [],
      categories: [
        {
          key: 'main',
          name: 'Main',
          rank: 'boats',
          division: null,
          species: null,
          how: 'both',
          days: 'all',
          minWeight: null,
          minLength: null,
          measure: 'weight',
          limits: [],
          passOver: [],
          ties: [],
        },
      ],
      pots: [{ key: 'entry', name: 'Entry', entry: 'all', fee: null, payback: 100, added: null }],
      awards: [{ ...award, percent: 100, split: { percents: [[100]] } }],
      protests: { minutes: 60, answerMinutes: 60, fee: null },
      verifyFrom: null,
      payHoldDays: 0,
      wholePoints: false,
    })
  })

  test('as integers', () => {
    const { rules } = parseRules({
      ...least,
      ...withSpecies({ minWeight: 70.15, minLength: 20.5, weighed: { flat: 0.29, perPound: [1, 3] } }),
      marks: [{ ...mark, weight: -0.25, points: -1.1 }],
      pots: [{ ...pot, fee: '150.10', added: 0.07, payback: 33.33 }],
      awards: [{ ...award, percent: [1, 3], split: { percents: [[66.67, 33.33]] } }],
      ...{ verifyFrom: 50_000, days: [{ ...day, linesIn: '2026-06-05T06:00:00-04:00' }] },
    })
    expect(rules).toMatchObject({
      species: [{ minWeight: 7015, minLength: 2050, weighed: { flat: 29, perPound: [1, 3] } }],
      marks: [{ weight: -25, points: -110 }],
      pots: [{ fee: 15_010, added: 7, payback: 3333 }],
      awards: [{ percent: [1, 3], split: { percents: [[6667, 3333]] } }],
      verifyFrom: 5_000_000,
      days: [{ linesIn: Date.UTC(2026, 5, 5, 10) }],
    })
  })

  test('with ounces and fish as they are', () => {
    const { rules } = parseRules({
      ...least,
      unit: 'oz',
      marks: [{ ...mark, weight: -4, points: -4 }],
      categories: [
        { ...category, minWeight: 12, limits: [{ sumAtMost: 320 }] },
        { ...category, key: 'count', measure: 'count', limits: [{ sumAtMost: 5 }] },
        { ...category, key: 'points', measure: 'points', limits: [{ sumAtMost: 5 }] },
      ],
    })
    expect(rules).toMatchObject({
      marks: [{ weight: -4, points: -400 }],
      categories: [
        { minWeight: 12, limits: [{ sumAtMost: 320 }] },
        { limits: [{ sumAtMost: 5 }] },
        { limits: [{ sumAtMost: 500 }] },
      ],
    })
  })

  test('with sums of different fish, and a pot that is given out whole', () => {
    const limits = [
      { species: ['tuna'], sumAtMost: 50, how: 'weighed' },
      { species: ['TUNA'], sumAtMost: 9, how: 'released' },
      { species: ['Eel'], sumAtMost: 9 },
    ]
    const thirds = times(3, index => ({ ...award, key: `k${index}`, percent: [1, 3] }))
    expect(
      issuesOf({
        ...least,
        species: [tuna, { name: 'Eel' }],
        ...withCategory({ limits }),
        pots: [pot],
        // Fixed amounts take no part of the pot.
        awards: [...thirds, { ...award, key: 'fixed', split: fixedAmounts }],
      }),
    ).toEqual([])
  })

  test('with any species by name when none is listed', () => {
    const { issues } = parseRules({ ...least, ...withCategory({ species: ['Dolphin'] }) })
    expect(issues).toBeUndefined()
  })

  test('with the name of the time zone as the IANA database spells it', () => {
    expect(parseRules({ ...least, timeZone: 'america/new_york' }).rules?.timeZone).toBe('America/New_York')
  })

  test('and come back the same', () => {
    fc.assert(
      fc.property(rulesJsons, json => {
        const { rules } = parseRules(json)
        const output = rules && rulesToJson(rules)
        const again = parseRules(JSON.parse(JSON.stringify(output)))
        expect(again.rules).toEqual(rules)
        expect(again.rules && rulesToJson(again.rules)).toEqual(output)
      }),
      { seed: 26, numRuns: 300 },
    )
  })
})

describe('a field of a body', () => {
  const body = type({ rules: rulesField }).onDeepUndeclaredKey('delete')
  const issuesIn = (json: unknown) => {
    const result = body(json)
    return result instanceof type.errors
      ? result.map(({ path, message }) => [path.join('.'), message])
      : result
  }

  test('is null or rules', () => {
    expect(issuesIn({ rules: null })).toEqual({ rules: null })
    expect(issuesIn({ rules: least })).toMatchObject({ rules: { unit: 'lb', timeZone: 'UTC' } })
  })

  test('has paths from the body on, also of undeclared fields', () => {
    expect(issuesIn({ rules: 3 })).toEqual([['rules', texts.rulesInvalid]])
    expect(issuesIn({ rules: { ...least, wholepoints: true, unit: 'kg' } })).toEqual([
      ['rules.wholepoints', texts.fieldUnknown],
      ['rules.unit', texts.unitInvalid],
    ])
  })
})
