import { minute } from '#contract/time.ts'
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

export const boatsOf = (...ids: string[]): ScoringEntry[] =>
  ids.map(id => ({ id, withdrawn: false, disqualified: false }))

/** A minute apart, from noon on, in their order; 1 lb of Tuna. */
export const catchesOf = (...catches: (Partial<ScoringCatch> & { entryId: string })[]): ScoringCatch[] =>
  catches.map((caught, index) => {
    const caughtAt = caught.caughtAt ?? noon + index * minute
    return {
      id: `f${String(index).padStart(3, '0')}`,
      anglerId: null,
      divisions: [],
      species: 'Tuna',
      weight: caught.released ? null : 100,
      length: null,
      released: false,
      marks: [],
      caughtAt,
      weighedAt: caughtAt,
      weighedAtStated: false,
      allowed: false,
      disqualified: false,
      ...caught,
    }
  })

/** Such as `['1 A 980.00', '- B 0.00']`; shared places as `=1`. */
export const placesOn = (board: Board | undefined): string[] =>
  (board?.rows ?? []).map(
    ({ place, tied, contestant, total }) =>
      `${tied ? '=' : ''}${place ?? '-'} ${contestant} ${(total / 100).toFixed(2)}`,
  )
