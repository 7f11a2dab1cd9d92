import { describe, expect, test } from 'bun:test'
import type { Catch, WeighIn } from '#contract/tournaments/catches.ts'
import { recentSpecies, weighInText } from './weigh-in-text.ts'

const weighIn = (weight: number, best: number, position: number | null, decided = false): WeighIn => ({
  id: 'c',
  entryId: 'e',
  weight,
  species: 'Blue Marlin',
  caughtAt: '',
  createdAt: '',
  positionOverridden: decided,
  entry: {
    id: 'e',
    boat: { id: 'b', name: 'Reel Deal', captainName: '', description: null, imageUrl: null },
    fundingGoal: '1.00',
    currentFunding: '0.00',
    payoutPercentage: 40,
    ifGoalMissed: 'share',
    goalReached: null,
    fundingOpen: true,
    closesAt: '2026-11-23T00:00:00.000Z',
    currentPosition: position,
    bestCatch: JSON.stringify({ weight: best, species: 'Blue Marlin' }),
    backerCount: 0,
  },
})

describe('weighInText', () => {
  test.each([
    [weighIn(412.5, 412.5, 1), 'Reel Deal: 412.5 lbs, now 1st'],
    [weighIn(10, 412.5, 2), 'Reel Deal: 10 lbs, still 2nd with 412.5 lbs'],
    [weighIn(412.5, 412.5, 3, true), 'Reel Deal: 412.5 lbs, 3rd by your decision'],
  ])('%#', (given, said) => expect(weighInText(given)).toBe(said))
})

describe('recentSpecies', () => {
  const named = (...species: string[]): Catch[] =>
    species.map(name => ({ ...weighIn(1, 1, 1), species: name }))

  test('each once, the latest first, in its latest spelling', () =>
    expect(recentSpecies(named('Wahoo', 'wahoo', 'Tuna', 'Wahoo'))).toEqual(['Wahoo', 'Tuna']))
  test('no more than asked for', () => expect(recentSpecies(named('a', 'b', 'c'), 2)).toEqual(['a', 'b']))
})
