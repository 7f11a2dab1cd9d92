import { expect, test } from 'bun:test'
import { formatOunces } from '#contract/tournaments/catch-texts.ts'
import { presetKeys } from '#contract/tournaments/scoring/preset-texts.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { withPot } from './quick-rules.ts'
import { draftOf, rulesIn } from './rules-draft.ts'
import { type Preview, previewOf } from './rules-preview.ts'

function requireValid(preview: Preview) {
  if (preview.problem !== null) throw new Error(preview.problem)
  return preview
}

test('three boats are ranked in every category of every preset', () => {
  for (const key of presetKeys) {
    const rules = preset(key, { days: [], timeZone: 'UTC' })
    if (rules === null) continue
    const { boards } = requireValid(previewOf(rules))
    expect([key, boards.length]).toEqual([key, rules.categories.length])
    for (const { places } of boards) {
      expect(places.length).toBeGreaterThanOrEqual(3)
      expect([key, places[0]?.place.slice(0, 3)]).toEqual([key, '1st'])
    }
  }
})

test('a jackpot pays the best of three boats', () => {
  const rules = preset('heaviest', { days: [], timeZone: 'UTC' })
  if (rules === null) throw new Error('no rules')
  const jackpot = { name: 'Jackpot', of: { species: 'Dolphin' }, split: [60, 40] }
  const terms = { entry: 'chosen', fee: '500.00', payback: 90, added: null } as const
  const { awards } = requireValid(previewOf(rulesIn(withPot(draftOf(rules), jackpot, terms))))
  expect(awards.map(({ title, places }) => [title, places.map(({ figure }) => figure)])).toEqual([
    ['Jackpot: $1,350', ['$810', '$540']],
  ])
})

test('sample fish have the minimum of a category that spells their species in other capitals', () => {
  const rules = preset('heaviest', { days: [], timeZone: 'UTC' })
  const [main] = rules?.categories ?? []
  if (!rules || !main) throw new Error('no rules')
  const species = [
    { name: 'Dolphin', minWeight: null, minLength: null, released: null, weighed: null, under: [] },
  ]
  const dolphin = { ...main, key: 'dolphin', name: 'Dolphin', species: ['dolphin'], minWeight: 90 }
  const { boards } = requireValid(previewOf({ ...rules, species, categories: [main, dolphin] }))
  expect(boards[1]?.places[0]?.place).toStartWith('1st')
})

test('adds up the fish that count', () => {
  const rules = preset('five-fish', { days: [], timeZone: 'UTC' })
  if (rules === null) throw new Error('no rules')
  const [five, biggest] = requireValid(previewOf(rules)).boards
  for (const { figure, fish = '' } of five?.places ?? []) {
    const scores = /^[\d +]+/.exec(fish)?.[0] ?? ''
    const sum = scores.split('+').reduce((all, score) => all + Number(score), 0)
    expect([fish, figure]).toEqual([fish, formatOunces(sum)])
    expect(fish).toContain(` = ${sum} oz (`)
  }
  expect(five?.places[0]?.fish).toEndWith('(5 of 6 fish count)')
  expect(biggest?.places[0]?.fish).toMatch(/^\d+ oz \(1 of 5 fish counts\)$/)
  const heaviest = preset('heaviest', { days: [], timeZone: 'UTC' })
  if (heaviest === null) throw new Error('no rules')
  const [main] = requireValid(previewOf(heaviest)).boards
  expect(main?.places[0]?.fish).toEndWith('(1 of 5 fish counts)')
})

test('says what is still missing', () => {
  const rules = bassRules()
  const issueOf = (change: object) => previewOf({ ...rules, ...change }).problem
  expect(issueOf({ categories: [] })).toBe('No category has this key. Add it, or leave it out.')
  expect(issueOf({ categories: [], penalties: [], pots: [] })).toStartWith('Add a category')
  expect(issueOf({ days: [{ ...rules.days[0], linesOut: '' }] })).toBeString()
  expect(issueOf({})).toBeNull()
})
