import { expect, test } from 'bun:test'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { boardChoices, chosenBoard, currentBoards } from './boards.ts'

const fishingDay = (name: string, date: string) => ({
  name,
  linesIn: `2026-06-${date}T11:00:00.000Z`,
  linesOut: `2026-06-${date}T20:00:00.000Z`,
  scaleOpens: null,
  scaleCloses: null,
})
const days = [fishingDay('Friday', '05'), fishingDay('Saturday', '06')]

function rulesWith(daily: string): RulesJson {
  const rules = preset('five-fish', { days, timeZone: 'UTC' })
  if (rules === null) throw new Error('the preset has no rules')
  const categories = rules.categories.map(each => ({
    ...each,
    days: each.key === daily ? ('each' as const) : ('all' as const),
  }))
  return { ...rules, categories }
}

const rules = rulesWith('biggest-fish')
const [before, friday, saturday] = [4, 5, 7].map(date => Date.parse(`2026-06-0${date}T15:00:00.000Z`))

test('a board for each category and for each day of a daily one, the main one first', () => {
  expect(boardChoices(rules).map(({ title, unit }) => [title, unit])).toEqual([
    ['Five Fish', 'oz'],
    ['Biggest Fish · Friday', 'oz'],
    ['Biggest Fish · Saturday', 'oz'],
  ])
})

test('the current day is the last that has begun', () => {
  const titles = [before, friday, saturday].map(now => currentBoards(rules, now ?? 0)[1]?.title)
  expect(titles).toEqual(['Biggest Fish · Friday', 'Biggest Fish · Friday', 'Biggest Fish · Saturday'])
})

test('the address chooses the board; what it doesn’t know is the main one', () => {
  const titleAt = (search: string, of = rules) => chosenBoard(of, search, saturday ?? 0)?.title
  expect(titleAt('')).toBe('Five Fish')
  expect(titleAt('?category=unknown&day=Friday')).toBe('Five Fish')
  expect(titleAt('?category=biggest-fish')).toBe('Biggest Fish · Saturday')
  expect(titleAt('?category=biggest-fish&day=Friday')).toBe('Biggest Fish · Friday')
  expect(titleAt('?category=biggest-fish&day=Sunday')).toBe('Biggest Fish · Saturday')
  expect(titleAt('', rulesWith('five-fish'))).toBe('Five Fish · Saturday')
})
