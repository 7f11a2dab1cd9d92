import { day, hour, minute } from '#contract/time.ts'
import type { Board, ScoringCatch, ScoringEntry } from '#contract/tournaments/scoring/boards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { parseRules } from '#contract/tournaments/scoring/rules-schema.ts'

export const noon = Date.UTC(2026, 5, 2, 12)

/** @param json without a time zone */
export function rulesFrom(json: object): Rules {
  const { rules, issues } = parseRules({ timeZone: 'UTC', ...json })
  if (rules === undefined) throw new Error(JSON.stringify(issues))
  return rules
}

export const boatsOf = (...ids: string[]): ScoringEntry[] => ids.map(id => ({ id, disqualified: false }))

/** A minute apart, from noon on, in their order; 1 lb of Tuna. */
export const catchesOf = (...catches: (Partial<ScoringCatch> & { entryId: string })[]): ScoringCatch[] =>
  catches.map((fish, index) => {
    const caughtAt = fish.caughtAt ?? noon + index * minute
    return {
      id: `f${String(index).padStart(3, '0')}`,
      anglerId: null,
      divisions: [],
      species: 'Tuna',
      weight: fish.released ? null : 100,
      length: null,
      released: false,
      marks: [],
      caughtAt,
      weighedAt: caughtAt,
      weighedAtStated: false,
      allowed: false,
      disqualified: false,
      ...fish,
    }
  })

/** Such as `['1 A 980.00', '- B 0.00']`; shared places as `=1`. */
export const placesOn = (board: Board | undefined): string[] =>
  (board?.rows ?? []).map(
    ({ place, tied, contestant, total }) =>
      `${tied ? '=' : ''}${place ?? '-'} ${contestant} ${(total / 100).toFixed(2)}`,
  )

/** Days from 6 AM to 6 PM, named `Day 1` to `Day n`. */
export const daysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Day ${index + 1}`,
    linesIn: new Date(noon - 6 * hour + index * day).toISOString(),
    linesOut: new Date(noon + 6 * hour + index * day).toISOString(),
  }))

/** A category of boats by weight, of all days. */
export const category = (more: object = {}) => ({
  ...{ key: 'main', name: 'Main', rank: 'boats', how: 'both', days: 'all', measure: 'weight' },
  ...more,
})
/** Limit that counts each boat's best fish. */
export const one = { limits: [{ most: 1 }] }
/** Every boat is in it. */
export const pot = (more: object = {}) => ({ key: 'pot', name: 'Pot', entry: 'all', ...more })
/** Award of the whole pot to the first of the main category. */
export const award = (more: object = {}) => ({
  ...{ key: 'award', name: 'Award', pot: 'pot', category: 'main', unclaimed: 'kept' },
  split: { percents: [[100]] },
  ...more,
})
