import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '#contract/ids.ts'
import {
  bestCatches,
  bestCatchJson,
  changeOfLead,
  heavierFirst,
  leadAfter,
  rank,
  type WeighedCatch,
} from './ranking.rules.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const fishArb: fc.Arbitrary<WeighedCatch> = fc.record({
  id: fc.uuid(),
  entryId: fc.constantFrom(...ids),
  weight: fc.integer({ min: 1, max: 5 }),
  species: fc.constantFrom('Wahoo', 'Blue Marlin'),
  caughtAt: fc.integer({ min: 0, max: 3 }),
  recordedAt: fc.integer({ min: 0, max: 3 }),
  weighedAt: fc.constant(0),
})
const catchesArb = fc.uniqueArray(fishArb, { selector: fish => fish.id, maxLength: 20 })
const overridesArb = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 1, max: 8 })), {
    comparator: (a, b) => a[0] === b[0] || a[1] === b[1],
    maxLength: 6,
  })
  .map(pairs => new Map(pairs))

describe('rank', () => {
  test('ranks the heaviest catch first, and the earlier of two equal ones', () => {
    const at = (entryId: string, weight: number, caughtAt: number): WeighedCatch => ({
      id: `${entryId}${weight}`,
      entryId,
      weight,
      species: 'Wahoo',
      caughtAt,
      recordedAt: 0,
      weighedAt: 0,
    })
    const standings = rank(
      ['a', 'b', 'c', 'd'],
      [at('a', 300, 1), at('b', 412, 9), at('c', 412, 5), at('a', 100, 0)],
    )
    expect([...standings].map(([id, { position }]) => [id, position])).toEqual([
      ['c', 1],
      ['b', 2],
      ['a', 3],
      ['d', null],
    ])
  })

  test('assigns each position once, and leaves gaps only for overrides', () => {
    fc.assert(
      fc.property(catchesArb, overridesArb, (catches, overrides) => {
        const standings = rank(ids, catches, overrides)
        const positions = [...standings.values()].flatMap(({ position }) => position ?? [])
        expect(new Set(positions).size).toBe(positions.length)
        const free = [...standings]
          .filter(([id]) => !overrides.has(id))
          .flatMap(([, { position }]) => position ?? [])
        const takenPositions = new Set(overrides.values())
        const expected: number[] = []
        for (let place = 1; expected.length < free.length; place++)
          if (!takenPositions.has(place)) expected.push(place)
        expect(free.sort((a, b) => a - b)).toEqual(expected)
      }),
    )
  })

  test('applies every override and ranks the others by weight', () => {
    fc.assert(
      fc.property(catchesArb, overridesArb, (catches, overrides) => {
        const standings = rank(ids, catches, overrides)
        for (const [id, position] of overrides) expect(standings.get(id)?.position).toBe(position)
        const others = [...standings].filter(([id, { best }]) => !overrides.has(id) && best !== null)
        const byPosition = others.toSorted((a, b) => (a[1].position ?? 0) - (b[1].position ?? 0))
        const byWeight = others.toSorted((a, b) => (a[1].byWeight ?? 0) - (b[1].byWeight ?? 0))
        expect(byPosition).toEqual(byWeight)
      }),
    )
  })

  test('does not depend on the order in which catches are read', () => {
    fc.assert(
      fc.property(catchesArb, overridesArb, (catches, overrides) => {
        const sortById = (all: ReturnType<typeof rank>) => [...all].sort((a, b) => (a[0] < b[0] ? -1 : 1))
        expect(sortById(rank(ids, catches.toReversed(), overrides))).toEqual(
          sortById(rank(ids, catches, overrides)),
        )
      }),
    )
  })

  test('ranks an entry without a catch only by an override', () => {
    fc.assert(
      fc.property(catchesArb, overridesArb, (catches, overrides) => {
        for (const [id, { best, position }] of rank(ids, catches, overrides))
          if (best === null) expect(position).toBe(overrides.get(id) ?? null)
      }),
    )
  })

  test('a heavier catch never lowers the position of its boat', () => {
    fc.assert(
      fc.property(catchesArb, fishArb, (catches, more) => {
        const place = (all: readonly WeighedCatch[]) => rank(ids, all).get(more.entryId)?.position ?? 99
        expect(place([...catches, more])).toBeLessThanOrEqual(place(catches))
      }),
    )
  })

  test('ignores catches of withdrawn entries', () => {
    fc.assert(
      fc.property(catchesArb, catches => {
        const standing = ids.slice(1)
        expect(rank(standing, catches)).toEqual(
          rank(
            standing,
            catches.filter(({ entryId }) => entryId !== 'a'),
          ),
        )
      }),
    )
  })
})

test('heavierFirst is a total order', () => {
  fc.assert(
    fc.property(fishArb, fishArb, fishArb, (a, b, c) => {
      expect(Math.sign(heavierFirst(a, b))).toBe(-Math.sign(heavierFirst(b, a)) + 0)
      if (heavierFirst(a, b) < 0 && heavierFirst(b, c) < 0) expect(heavierFirst(a, c)).toBeLessThan(0)
    }),
  )
})

test('bestCatches keeps the heaviest of each entry', () => {
  fc.assert(
    fc.property(catchesArb, catches => {
      const best = bestCatches(catches)
      for (const fish of catches) expect(best.get(fish.entryId)?.weight).toBeGreaterThanOrEqual(fish.weight)
    }),
  )
})

test('bestCatchJson keeps its fields', () => {
  expect(bestCatchJson({ weight: 41_250, species: 'Blue Marlin' })).toBe(
    '{"weight":412.5,"species":"Blue Marlin"}',
  )
})

test('a day’s board begins without a leader; a leader of an earlier day was told then', () => {
  const [a, b] = [newId<'entry'>(), newId<'entry'>()]
  const days = ['Day 1', 'Day 2']
  const leader = (id: typeof a, day?: string) => [
    { id, position: 1, score: JSON.stringify({ value: '1.00', unit: 'lbs', fish: 1, ...(day && { day }) }) },
  ]
  expect(leadAfter([], leader(a, 'Day 1'), days)).toEqual({ took: a, lost: null, day: 'Day 1' })
  expect(leadAfter(leader(a, 'Day 1'), leader(b, 'Day 1'), days)).toEqual({ took: b, lost: a, day: 'Day 1' })
  for (const next of [a, b])
    expect(leadAfter(leader(a, 'Day 1'), leader(next, 'Day 2'), days)).toEqual({
      took: next,
      lost: null,
      day: 'Day 2',
    })
  expect(leadAfter(leader(b, 'Day 2'), leader(a, 'Day 1'), days)).toBeNull()
  // The day was renamed, or stored by an earlier version.
  expect(leadAfter(leader(a, 'Friday'), leader(a, 'Day 1'), days)).toBeNull()
  expect(leadAfter(leader(a), leader(b, 'Day 2'), days)).toEqual({ took: b, lost: a, day: 'Day 2' })
  expect(leadAfter(leader(a), leader(b), days)).toEqual({ took: b, lost: a })
})

test('the lead changes when a leader loses it, not when another boat joins it', () => {
  const [a, b, c] = [newId<'entry'>(), newId<'entry'>(), newId<'entry'>()]
  expect(changeOfLead([], [])).toBeNull()
  expect(changeOfLead([], [a])).toEqual({ took: a, lost: null })
  expect(changeOfLead([a], [a])).toBeNull()
  expect(changeOfLead([a], [])).toBeNull()
  expect(changeOfLead([a], [b])).toEqual({ took: b, lost: a })
  expect(changeOfLead([a], [b, a])).toBeNull()
  expect(changeOfLead([a, b], [b])).toEqual({ took: b, lost: a })
  expect(changeOfLead([a, b], [b, c])).toEqual({ took: c, lost: a, tied: true })
  expect(changeOfLead([a], [b, c])).toEqual({ took: b, lost: a, tied: true, alsoTook: [c] })
  expect(changeOfLead([], [b, c])).toEqual({ took: b, lost: null, tied: true, alsoTook: [c] })
  expect(changeOfLead([a, b, c], [a])).toEqual({ took: a, lost: b, alsoLost: [c] })
})
