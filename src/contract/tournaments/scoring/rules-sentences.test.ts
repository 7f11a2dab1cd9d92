import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { award, pot, rulesFrom } from '../../../../tests/support/scoring.ts'
import { rulesJsons } from '../../../../tests/support/scoring-arbitraries.ts'
import type { PresetKey } from './preset-texts.ts'
import { preset } from './presets.ts'
import { awardSentences } from './prize-sentences.ts'
import { parseRules } from './rules-schema.ts'
import { sectionsOf } from './rules-sentences.ts'

const saturday = {
  name: 'Saturday',
  linesIn: '2026-06-06T10:00:00.000Z',
  linesOut: '2026-06-06T19:00:00.000Z',
  scaleOpens: '2026-06-06T18:00:00.000Z',
  scaleCloses: '2026-06-06T22:00:00.000Z',
}

function sectionsOfPreset(key: PresetKey, days = [saturday]) {
  const { rules } = parseRules(preset(key, { days, timeZone: 'America/New_York' }))
  return Object.fromEntries(
    (rules ? sectionsOf(rules) : []).map(({ title, sentences }) => [title, sentences]),
  )
}

test('five fish read as sentences', () => {
  expect(sectionsOfPreset('five-fish')).toEqual({
    Days: [
      'Saturday: lines in Sat, Jun 6, 6:00 AM, lines out 3:00 PM.',
      'The scale opens at 2:00 PM and closes at 6:00 PM.',
      'Times are in Eastern Time.',
    ],
    'Five Fish': [
      'Each boat’s five heaviest fish a day count. The highest total weight wins.',
      'Only weighed fish count.',
      'Ties are decided by the larger number of fish, then the smaller number of fish marked Dead, then the best single day; after that the place is shared.',
    ],
    'Biggest Fish': [
      'Each boat’s heaviest fish counts.',
      'Only weighed fish count.',
      'Ties are decided by the earliest catch, then the earliest weigh-in; after that the place is shared.',
    ],
    'Marks and Penalties': [
      'Each fish marked Dead costs 4 oz.',
      'Late costs 16 oz a minute. From 15 minutes on, the boat’s fish of that day don’t count.',
      'In Five Fish, Short costs 16 oz a fish.',
    ],
  })
})

test('without days, the whole tournament counts as one', () => {
  const sections = sectionsOfPreset('five-fish', [])
  expect(sections['Five Fish']).toEqual([
    'Each boat’s five heaviest fish count. The highest total weight wins.',
    'Only weighed fish count.',
    'Ties are decided by the larger number of fish, then the smaller number of fish marked Dead; after that the place is shared.',
  ])
  expect(sections['Marks and Penalties']).toContain(
    'Late costs 16 oz a minute. From 15 minutes on, the boat’s fish don’t count.',
  )
})

test('releases read as sentences', () => {
  expect(sectionsOfPreset('release')).toMatchObject({
    Species: [
      'Blue Marlin: 400 points released.',
      'White Marlin: 125 points released.',
      'Sailfish: 125 points released.',
      'Spearfish: 125 points released.',
    ],
    Releases: [
      'All of each boat’s fish count. The most points win.',
      'Only released fish count.',
      'Ties are decided by the total that was reached first; after that the place is shared.',
    ],
  })
})

test('every kind of rule reads as a sentence', () => {
  const category = { rank: 'boats', how: 'both', days: 'all', measure: 'points' }
  const award = { pot: 'entry', category: 'overall', unclaimed: 'kept' }
  const rules = rulesFrom({
    days: [
      {
        ...saturday,
        scaleOpens: null,
        linesOut: '2026-06-07T01:00:00Z',
        scaleCloses: '2026-06-07T02:00:00Z',
      },
    ],
    species: [
      {
        name: 'Blue Marlin',
        minWeight: 300,
        minLength: 110.5,
        weighed: { flat: 10, perPound: [1, 3], atLeast: 50 },
        released: { flat: 1 },
        under: [
          { from: 0, flat: 25 },
          { from: 285, flat: 25, perPound: [1, 1], perPoundShort: [2, 1], categories: ['overall'] },
        ],
      },
      { name: 'Tuna' },
    ],
    marks: [
      { key: 'gaffed', name: 'Gaffed' },
      {
        key: 'live',
        name: 'Live',
        weight: 0.25,
        points: -5,
        species: ['Tuna'],
        categories: ['daily', 'big'],
      },
    ],
    penalties: [
      { key: 'out', name: 'Out of bounds', per: 'once', points: 10, outFrom: 1 },
      { key: 'late', name: 'Late', per: 'once', outFrom: 2, categories: ['overall'] },
      { key: 'note', name: 'Warning', per: 'once' },
    ],
    divisions: [{ key: 'juniors', name: 'Juniors', minors: true }],
    categories: [
      {
        ...{ ...category, key: 'overall', name: 'Overall' },
        limits: [
          { how: 'released', most: 3, mostPerDay: 1 },
          { how: 'weighed', species: ['Blue Marlin'], sumAtMost: 500 },
        ],
        ties: [{ fewest: 'gaffed' }],
      },
      {
        ...{ ...category, key: 'daily', name: 'Daily', rank: 'anglers', days: 'each', measure: 'weight' },
        ...{ division: 'juniors', species: ['Tuna', 'Blue Marlin'], minWeight: 1, minLength: 20 },
        limits: [{ most: 1 }],
        passOver: [
          { category: 'overall', by: 'boat' },
          { category: 'overall', by: 'fish' },
        ],
      },
      { ...category, key: 'big', name: 'Big', rank: 'fish', how: 'weighed', measure: 'weight' },
      {
        ...category,
        key: 'count',
        name: 'Count',
        measure: 'count',
        limits: [{ most: 11 }, { species: ['Tuna'], sumAtMost: 2 }],
      },
    ],
    pots: [
      { key: 'entry', name: 'Entry', entry: 'all', fee: 7500, payback: 90, added: 1000 },
      { key: 'level-a', name: 'Level A', entry: 'chosen', added: 500.5 },
      { key: 'level-b', name: 'Level B', entry: 'chosen' },
    ],
    awards: [
      {
        ...{ ...award, key: 'a', name: 'Winners', percent: 60 },
        split: { percents: [[100], [62.5, 37.5], [50, 30, 20]] },
        unclaimed: { to: ['b'] },
      },
      { ...award, key: 'b', name: 'More', percent: [1, 3], split: { percents: [[100]] } },
      {
        ...award,
        key: 'c',
        name: 'Days',
        pot: 'level-a',
        category: 'daily',
        percent: 50,
        split: { percents: [[100]] },
        unclaimed: 'next-day',
      },
      {
        ...award,
        key: 'd',
        name: 'Rest',
        pot: 'level-a',
        category: 'daily',
        percent: 50,
        split: { percents: [[100]] },
        unclaimed: 'remaining-days',
      },
      {
        ...award,
        key: 'e',
        name: 'Fixed',
        pot: 'level-b',
        category: 'daily',
        split: { amounts: [15_000, 5000], basedOn: 125 },
      },
    ],
    ...{
      protests: { minutes: 60, answerMinutes: 15, fee: 100 },
      verifyFrom: 50_000,
      payHoldDays: 1,
      wholePoints: true,
    },
  })
  expect(sectionsOf(rules)).toEqual([
    {
      title: 'Days',
      sentences: [
        'Saturday: lines in Sat, Jun 6, 10:00 AM, lines out Sun, Jun 7, 1:00 AM.',
        'The scale closes Sun, Jun 7, 2:00 AM.',
        'Times are in UTC.',
      ],
    },
    {
      title: 'Species',
      sentences: [
        'Blue Marlin, at least 300 lbs and 110.5 inches: 10 points plus 1/3 point a pound, at least 50 points, weighed; 1 point released.',
        'In Overall, each Blue Marlin from 285 lbs up to the minimum costs 25 points, plus 1 point for each pound that it weighs, plus 2 points for each pound that is missing.',
        'Each Blue Marlin under the minimum costs 25 points.',
        'Tuna.',
      ],
    },
    {
      title: 'Overall',
      sentences: [
        'All of each boat’s fish count. The most points win.',
        'Weighed and released fish count.',
        'At most three released fish count.',
        'At most one released fish counts a day.',
        'Weighed Blue Marlin can add at most 500 points.',
        'Ties are decided by the smaller number of fish marked Gaffed; after that the place is shared.',
      ],
    },
    {
      title: 'Daily',
      sentences: [
        'Each angler’s heaviest fish counts.',
        'Each day has its own board.',
        'Only Tuna and Blue Marlin count.',
        'Weighed and released fish count.',
        'Only fish caught by anglers in Juniors count.',
        'A fish must weigh at least 1 lb and measure at least 20 inches.',
        'The boat in first place of Overall doesn’t count here.',
        'The fish that win Overall don’t count here.',
        'If there is a tie, the place is shared.',
      ],
    },
    {
      title: 'Big',
      sentences: [
        'Each fish counts by itself. The heaviest wins.',
        'Only weighed fish count.',
        'If there is a tie, the place is shared.',
      ],
    },
    {
      title: 'Count',
      sentences: [
        'Each boat’s 11 first fish count. The most fish win.',
        'Weighed and released fish count.',
        'Tuna can add at most 2 fish.',
        'If there is a tie, the place is shared.',
      ],
    },
    {
      title: 'Marks and Penalties',
      sentences: [
        'In Daily and Big, each Tuna marked Live costs 5 points.',
        'In Daily and Big, each Tuna marked Live adds 0.25 lbs.',
        'Out of bounds costs 10 points. The boat’s fish of that day don’t count.',
        'In Overall, Late: from 2 times a day on, the boat’s fish of that day don’t count.',
        'Warning is recorded.',
      ],
    },
    {
      title: 'Prizes',
      sentences: [
        'Entry: $7,500 a boat, of which 90% is paid out, plus $1,000. All boats are in it.',
        'Level A: $500.50. Boats choose to be in it.',
        'Level B: Boats choose to be in it.',
        'Winners (Overall) pays 60% of Entry. It is split 50/30/20. If only two boats are ranked, it is split 62.5/37.5. If only one boat is ranked, the winner takes it all. If no boat is ranked, the money goes in equal parts to More.',
        'More (Overall) pays 1/3 of Entry. The winner takes it all. If no boat is ranked, it isn’t paid.',
        'Days (Daily) pays 50% of Level A, divided equally among the days. The winner takes it all. If no boat is ranked on a day, its money goes to the next day.',
        'Rest (Daily) pays 50% of Level A, divided equally among the days. The winner takes it all. If no boat is ranked on a day, its money is divided among the days that are left.',
        'Fixed (Daily) pays $15,000 for place 1 and $5,000 for place 2, each day. With fewer than 125 boats in Level B, the prizes are smaller in proportion. If no boat is ranked, it isn’t paid.',
      ],
    },
    {
      title: 'Results',
      sentences: [
        'Points are rounded down to whole points.',
        'Protests can be filed until 60 minutes after the scale closes for the last time.',
        'A boat that is named in a protest has 15 minutes to answer.',
        'A protest costs $100.',
        'Boats that win $50,000 or more are checked before they are paid.',
        'Winnings are paid 1 day after the results are confirmed, at the earliest.',
      ],
    },
  ])
})

test('protests are filed until after the last day’s close of the scale, or the end without one', () => {
  const sunday = {
    ...saturday,
    name: 'Sunday',
    linesIn: '2026-06-07T10:00:00.000Z',
    linesOut: '2026-06-07T19:00:00.000Z',
  }
  const saidWith = (first: string | null, last: string | null) => {
    const days = [
      { ...saturday, scaleOpens: null, scaleCloses: first },
      { ...sunday, scaleOpens: null, scaleCloses: last },
    ]
    const rules = { ...preset('heaviest', { days: [], timeZone: 'UTC' }), days, protests: { minutes: 60 } }
    return sectionsOf(rulesFrom(rules)).find(({ title }) => title === 'Results')?.sentences[0]
  }
  expect(saidWith(saturday.scaleCloses, null)).toBe('Protests can be filed until 60 minutes after the end.')
  expect(saidWith(null, '2026-06-07T22:00:00.000Z')).toBe(
    'Protests can be filed until 60 minutes after the scale closes for the last time.',
  )
})

test('an award that is a whole pot of its name says so once', () => {
  const rules = rulesFrom({
    ...preset('heaviest', { days: [saturday], timeZone: 'UTC' }),
    pots: [{ key: 'jackpot', name: 'Dolphin Jackpot', entry: 'chosen', fee: 500 }],
    awards: [
      {
        key: 'jackpot',
        name: 'Dolphin Jackpot',
        pot: 'jackpot',
        category: 'heaviest',
        split: { percents: [[60, 40]] },
        unclaimed: 'kept',
      },
    ],
  })
  expect(sectionsOf(rules)).toContainEqual({
    title: 'Prizes',
    sentences: [
      'Dolphin Jackpot: $500 a boat. Boats choose to be in it.',
      'All of Dolphin Jackpot is paid for Heaviest Fish. It is split 60/40. If fewer boats are ranked, the percentages of their places are scaled to 100%. If no boat is ranked, it isn’t paid.',
    ],
  })
})

test('splits that leave a number of boats open say that the percentages are scaled', () => {
  const saidOf = (...percents: number[][]) => {
    const rules = rulesFrom({
      ...preset('heaviest', { days: [], timeZone: 'UTC' }),
      pots: [pot()],
      awards: [award({ category: 'heaviest', split: { percents } })],
    })
    return rules.awards.flatMap(each => awardSentences(rules, each)).join(' ')
  }
  const scaled = 'the first percentages of the next longer split are scaled to 100%.'
  expect(saidOf([100])).not.toContain('scaled')
  expect(saidOf([60, 40], [100])).not.toContain('scaled')
  expect(saidOf([50, 30, 20], [100])).toContain(`With another number of boats below three, ${scaled}`)
})

test('any rules read as whole sentences', () => {
  fc.assert(
    fc.property(rulesJsons, json => {
      for (const sentence of sectionsOf(rulesFrom(json)).flatMap(({ sentences }) => sentences)) {
        expect(sentence).toMatch(/^\S.*\.$/)
        expect(sentence).not.toMatch(/undefined|null|NaN| {2}|category-|\s[.,;:]/)
      }
    }),
    { seed: 26, numRuns: 300 },
  )
})
