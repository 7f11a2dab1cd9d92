import { describe, expect, test } from 'bun:test'
import type { Awards, ScoreBoard } from '#contract/tournaments/scores.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { prizeTies } from './prize-ties.ts'

const row = (entryId: string, place: number, tied = false) => ({
  place,
  tied,
  entryId,
  angler: null,
  total: 1,
  fish: [],
})
const board = (category: string, rows: ScoreBoard['rows']): ScoreBoard => ({ category, day: null, rows })
const noAwards: Awards = { pots: [], awards: [] }
const rules = bassRules({
  awards: [
    {
      key: 'big',
      name: 'Big',
      pot: 'level-b',
      percent: 100,
      category: 'biggest-fish',
      split: { percents: [[100]] },
      unclaimed: 'kept',
    },
  ],
})

describe('a tie is to be decided', () => {
  test('at one of the first three places of the main category', () => {
    const rows = [row('a', 1), row('b', 2, true), row('c', 2, true), row('d', 4, true), row('e', 4, true)]
    expect(prizeTies(rules, [board('five-fish', rows)], noAwards)).toEqual([
      {
        category: 'five-fish',
        categoryName: 'Five Fish',
        day: null,
        place: 2,
        contestants: [
          { id: 'b', entryId: 'b', angler: null },
          { id: 'c', entryId: 'c', angler: null },
        ],
      },
    ])
  })

  test('at any place that shares the prize of a pot, and at no other', () => {
    const rows = [row('a', 1, true), row('b', 1, true), row('c', 3, true), row('d', 3, true)]
    const awards: Awards = {
      pots: [],
      awards: [
        {
          key: 'big',
          day: null,
          amount: '100.00',
          held: false,
          notWon: '0.00',
          places: [
            { place: 1, entryId: 'c', amount: '50.00', tied: true },
            { place: 1, entryId: 'd', amount: '50.00', tied: true },
          ],
        },
      ],
    }
    expect(prizeTies(rules, [board('biggest-fish', rows)], awards).map(({ place }) => place)).toEqual([3])
    expect(prizeTies(rules, [board('biggest-fish', rows)], noAwards)).toEqual([])
  })

  test('among fish or anglers by their own ids', () => {
    const [main] = rules.categories
    if (!main) throw new Error('no category')
    const idsOfTie = (rank: 'anglers' | 'fish') =>
      prizeTies(
        { ...rules, categories: [{ ...main, rank }] },
        [
          board(
            'five-fish',
            ['1', '2'].map(id => ({
              ...row('a', 1, true),
              angler: { id: `angler ${id}`, name: `Ana ${id}` },
              fish: [{ catchId: `fish ${id}`, score: 1, taken: true, why: null }],
            })),
          ),
        ],
        noAwards,
      ).flatMap(({ contestants }) => contestants.map(({ id }) => id))
    expect(idsOfTie('anglers')).toEqual(['angler 1', 'angler 2'])
    expect(idsOfTie('fish')).toEqual(['fish 1', 'fish 2'])
  })
})
