import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { rulesFrom } from '../../../../tests/support/scoring.ts'
import { rulesJsons, scoringCases } from '../../../../tests/support/scoring-arbitraries.ts'
import { oracleAwards, oracleStandings } from '../../../../tests/support/scoring-oracle.ts'
import { awardsOf } from './awards.ts'
import type { Board } from './boards.ts'
import { potsOf } from './pots.ts'
import { onlyCategory, standings } from './standings.ts'

/** Fixed, so that CI is deterministic; `SCORING_SEED=$RANDOM` tries others. */
const seed = Number(process.env.SCORING_SEED ?? 26)
const numRuns = Number(process.env.SCORING_ORDERS ?? 300)
/** Milliseconds, on a busy machine. */
const timeout = 200 * numRuns

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The oracle doesn't order rows and fish. */
const comparable = (boards: readonly Board[]) =>
  boards.map(({ category, day, rows }) => ({
    ...{ category, day },
    rows: rows
      .map(row => ({ ...row, fish: row.fish.toSorted((a, b) => byText(a.catchId, b.catchId)) }))
      .sort((a, b) => byText(a.contestant, b.contestant)),
  }))

const cases = rulesJsons.chain(json => scoringCases(json).map(input => ({ json, ...input })))

test(
  'boards and awards are those of a second implementation',
  () => {
    fc.assert(
      fc.property(cases, ({ json, entries, catches, penalties, decisions, potEntries }) => {
        const rules = rulesFrom(json)
        const boards = standings(rules, { entries, catches, penalties, decisions })
        expect(comparable(boards)).toEqual(
          comparable(oracleStandings({ rules, entries, catches, penalties, decisions })),
        )
        const results = awardsOf(rules, boards, entries, potEntries)
        const order = (list: typeof results) =>
          list.map(result => ({
            ...result,
            places: result.places.toSorted(
              (a, b) =>
                a.place - b.place || b.amount - a.amount || byText(JSON.stringify(a), JSON.stringify(b)),
            ),
          }))
        expect(order(results)).toEqual(order(oracleAwards(rules, boards, entries, potEntries)))
      }),
      { seed, numRuns },
    )
  },
  timeout,
)

test(
  'a category alone has the boards that it has among the others',
  () => {
    fc.assert(
      fc.property(cases, ({ json, entries, catches, penalties, decisions }) => {
        const rules = rulesFrom(json)
        const boards = standings(rules, { entries, catches, penalties, decisions })
        for (const { key } of rules.categories) {
          const alone = standings(onlyCategory(rules, key), { entries, catches, penalties, decisions })
          const own = ({ category }: Board) => category === key
          expect(alone.filter(own)).toEqual(boards.filter(own))
        }
      }),
      { seed, numRuns: Math.ceil(numRuns / 4) },
    )
  },
  timeout,
)

test(
  'no cent is lost, and each is paid once',
  () => {
    fc.assert(
      fc.property(cases, ({ json, entries, catches, penalties, decisions, potEntries }) => {
        const rules = rulesFrom(json)
        const boards = standings(rules, { entries, catches, penalties, decisions })
        const results = awardsOf(rules, boards, entries, potEntries)
        for (const { amount, notWon, places } of results) {
          expect(notWon).toBeGreaterThanOrEqual(0)
          expect(places.reduce((sum, place) => sum + place.amount, notWon)).toBe(amount)
        }
        const isFixed = (key: string) =>
          rules.awards.some(award => award.key === key && 'amounts' in award.split)
        const total = results.filter(({ key }) => !isFixed(key)).reduce((sum, { amount }) => sum + amount, 0)
        const exact = potsOf(rules, entries, potEntries).map(pot => {
          const parts = rules.awards.filter(award => award.pot === pot.key && 'percents' in award.split)
          const dividend = parts.reduce((sum, { percent }) => {
            const [n, d] = typeof percent === 'number' ? [percent, 10_000] : percent
            return sum + (BigInt(n) * 210_000n) / BigInt(d)
          }, 0n)
          return Number((BigInt(pot.amount) * dividend) / 210_000n)
        })
        expect(total).toBe(exact.reduce((sum, cents) => sum + cents, 0))
      }),
      { seed, numRuns: Math.ceil(numRuns / 4) },
    )
  },
  timeout,
)
