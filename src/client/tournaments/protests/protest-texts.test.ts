import { expect, test } from 'bun:test'
import type { Protest } from '#contract/tournaments/protests.ts'
import { answerTimeText, effectText, fishText, penaltyText, remainingText, titleOf } from './protest-texts.ts'

const protest: Protest = {
  id: 'p',
  state: 'open',
  fromEntryId: 'lady',
  entryId: 'reel',
  catchId: 'c',
  penaltyId: null,
  boats: [
    { entryId: 'lady', name: 'Lady Luck' },
    { entryId: 'reel', name: 'Reel Deal' },
  ],
  caught: null,
  imageUrl: null,
  penalty: null,
  rule: null,
  text: 'Lines out',
  createdAt: '2026-06-01T12:00:00.000Z',
  answerBy: null,
  answers: [],
  decision: null,
  reopenings: [],
  closedAt: null,
}

test('titleOf says who protests about what', () => {
  expect(titleOf(protest)).toBe('Lady Luck protests about Reel Deal')
  expect(titleOf({ ...protest, entryId: null })).toBe('Lady Luck protests about the tournament')
  expect(titleOf({ ...protest, fromEntryId: null })).toBe('The organisers protest about Reel Deal')
  expect(titleOf({ ...protest, fromEntryId: 'reel' })).toBe('Reel Deal protests for itself')
})

test('answerTimeText says until when the named boat can answer', () => {
  const pendingProtest = { ...protest, answerBy: new Date(2026, 5, 1, 20, 57).toISOString() }
  const at = (minutes: number) => new Date(2026, 5, 1, 20, minutes).getTime()
  expect(answerTimeText(pendingProtest, at(30))).toBe('Reel Deal can still answer until 8:57 PM.')
  const answeredProtest = {
    ...pendingProtest,
    answers: [{ id: 'a', text: 'We were not', at: '', entryId: null }],
  }
  const ownProtest = { ...pendingProtest, fromEntryId: 'reel' }
  for (const none of [protest, { ...pendingProtest, entryId: null }, answeredProtest, ownProtest])
    expect(answerTimeText(none, at(30))).toBeNull()
  expect(answerTimeText(pendingProtest, at(57))).toBeNull()
  const movedTo = (entryId: string) => ({
    ...pendingProtest,
    boats: [...protest.boats, { entryId: 'sea', name: 'Sea Fox' }],
    caught: { id: 'c', entryId, species: 'Tuna', weight: 90, caughtAt: '', createdAt: '' },
  })
  expect(answerTimeText(movedTo('sea'), at(30))).toBe('Reel Deal and Sea Fox can still answer until 8:57 PM.')
  expect(answerTimeText(movedTo('lady'), at(30))).toBe('Reel Deal can still answer until 8:57 PM.')
  const answers = [{ id: 'a', text: 'We were not', at: '', entryId: 'reel' }]
  expect(answerTimeText({ ...movedTo('sea'), answers }, at(30))).toBe(
    'Sea Fox can still answer until 8:57 PM.',
  )
})

test('effectText says what a decision changed', () => {
  const texts = [
    { kind: 'disqualifyCatch', catchId: 'c' },
    { kind: 'reinstateCatch', catchId: 'other' },
    { kind: 'disqualifyEntry', entryId: 'reel' },
    { kind: 'reinstateEntry', entryId: 'unknown' },
    { kind: 'correctCatch', catchId: 'c' },
    { kind: 'correctCatch', catchId: 'c', entryId: 'lady' },
    { kind: 'penalty', entryId: 'reel', key: 'late', name: 'Late at the dock', day: null, count: 2 },
    { kind: 'penalty', penaltyId: 'x', entryId: 'reel', key: 'late', name: 'Late', day: null, count: 1 },
  ] as const
  expect(texts.map(effect => effectText(effect, protest))).toEqual([
    'The fish is disqualified.',
    'A fish is reinstated.',
    'Reel Deal is disqualified.',
    'A boat is reinstated.',
    'The fish is corrected.',
    'The fish is moved to the right boat.',
    'Penalty for Reel Deal: Late at the dock × 2.',
    'A penalty is lifted: Late × 1.',
  ])
})

test('fish and penalties', () => {
  const fish = { id: 'c', entryId: 'reel', species: 'Blue Marlin', caughtAt: '', createdAt: '' }
  expect(fishText({ ...fish, weight: 412.5 })).toContain('412.5')
  expect(fishText({ ...fish, weight: null, released: true })).toContain('Blue Marlin')
  expect(penaltyText({ name: 'Late at the dock', count: 3 })).toBe('Late at the dock × 3')
})

test('remainingText rounds down to whole units', () => {
  const now = Date.parse('2026-06-01T12:00:00.000Z')
  const at = (minutes: number) => remainingText(new Date(now + minutes * 60_000).toISOString(), now)
  expect([at(0), at(0.5), at(1), at(119), at(120), at(60 * 47), at(60 * 48)]).toEqual([
    null,
    '1 minute',
    '1 minute',
    '119 minutes',
    '2 hours',
    '47 hours',
    '2 days',
  ])
})
