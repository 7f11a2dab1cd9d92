import { expect, test } from 'bun:test'
import type { Effect, Protest } from '#contract/tournaments/protests.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { earlierEffects, effectOptions } from './effect-choices.ts'

const fish = { id: 'c', entryId: 'reel', species: 'Blue Marlin', weight: 412, caughtAt: '', createdAt: '' }
const ruling = { at: '', reason: 'Lines out' }
const decided = (...effects: Effect[]): Pick<Protest, 'reopenings'> => ({
  reopenings: [
    {
      reason: 'A second camera',
      at: '',
      decision: { outcome: 'upheld', text: 'The video shows it', effects, at: '', role: 'organiser' },
    },
  ],
})

test('what an earlier decision changed stands until it is undone', () => {
  const effects: Effect[] = [
    { kind: 'disqualifyCatch', catchId: 'c' },
    { kind: 'disqualifyEntry', entryId: 'reel' },
    { kind: 'penalty', entryId: 'reel', key: 'late', name: 'Late', day: null, count: 2 },
    { kind: 'correctCatch', catchId: 'c' },
  ]
  const protest = { ...decided(...effects), catchId: 'c' }
  const standing = earlierEffects({ ...protest, caught: { ...fish, disqualified: ruling } } as Protest, [
    { id: 'reel', disqualified: ruling },
  ])
  expect(standing).toEqual(effects)
  const undone = earlierEffects({ ...protest, caught: fish } as Protest, [{ id: 'reel' }])
  expect(undone.map(({ kind }) => kind)).toEqual(['penalty', 'correctCatch'])
  const deleted = earlierEffects({ ...protest, caught: null } as Protest, [])
  expect(deleted.map(({ kind }) => kind)).toEqual(['penalty', 'correctCatch'])
})

test('what an earlier decision reinstated stands until it is disqualified again', () => {
  const effects: Effect[] = [
    { kind: 'reinstateCatch', catchId: 'c' },
    { kind: 'reinstateEntry', entryId: 'reel' },
  ]
  const protest = { ...decided(...effects), catchId: 'c' }
  expect(earlierEffects({ ...protest, caught: fish } as Protest, [{ id: 'reel' }])).toEqual(effects)
  const again = { ...protest, caught: { ...fish, disqualified: ruling } } as Protest
  expect(earlierEffects(again, [{ id: 'reel', disqualified: ruling }])).toEqual([])
})

test('a penalty can be lifted until it is', () => {
  const penalty = { id: 'x', entryId: 'reel', key: 'late', name: 'Late', day: null, count: 1, reason: null }
  const choicesOf = (lifted: object) => {
    const protest = { caught: null, penalty: { ...penalty, createdAt: '', ...lifted } } as Protest
    const entry = { id: 'reel', boat: { name: 'Reel Deal' } } as Entry
    return effectOptions(protest, entry, { penalties: [] }).map(({ value }) => value)
  }
  expect(choicesOf({})).toEqual(['liftPenalty', 'disqualifyEntry', 'none'])
  expect(choicesOf({ lifted: true })).toEqual(['disqualifyEntry', 'none'])
})
