import { describe, expect, test } from 'bun:test'
import { weightDoubt } from './weight-check.ts'

const entry = (name: string, weight: number | null) => ({
  boat: { id: name, name, captainName: '', description: null, imageUrl: null },
  bestCatch: weight === null ? null : JSON.stringify({ weight, species: 'Wahoo' }),
})
const entries = [entry('Knot Today', null), entry('Reel Deal', 40), entry('Calm Water', 20)]

describe('weightDoubt', () => {
  test.each([
    ['up to one and a half times the leader', 60, 'Wahoo', entries],
    ['without a catch so far', 9000, 'Sunfish', [entry('Reel Deal', null)]],
    ['a record itself', 1402.13, 'blue-marlin', [entry('Reel Deal', 1000)]],
  ])('accepts %s', (_, weight, species, boats) => {
    expect(weightDoubt({ weight, species }, boats)).toBeNull()
  })

  test('doubts more than one and a half times the leader, of any species', () => {
    expect(weightDoubt({ weight: 60.01, species: 'Sunfish' }, entries)).toBe(
      '60.01 lbs is far more than the heaviest catch so far: Reel Deal, 40 lbs.',
    )
  })

  test('of ounces in pounds and ounces', () => {
    const bass = { ...entry('Reel Deal', 4), bestCatch: '{"weight":4.13,"ounces":66,"species":"Bass"}' }
    expect(weightDoubt({ weight: null, ounces: 160, species: 'Bass' }, [bass])).toBe(
      '10 lb 0 oz is far more than the heaviest catch so far: Reel Deal, 4 lb 2 oz.',
    )
    expect(weightDoubt({ weight: null, ounces: 90, species: 'Bass' }, [bass])).toBeNull()
  })

  test('has none about a released fish', () =>
    expect(weightDoubt({ weight: null, released: true, species: 'Wahoo' }, entries)).toBeNull())

  test.each(['Mahi Mahi', 'mahi-mahi', ' DORADO '])('doubts more than the record of %s', species => {
    expect(weightDoubt({ weight: 90, species }, [])).toBe(
      `90 lbs is more than the heaviest ${species} on record, 87 lbs.`,
    )
  })
})
