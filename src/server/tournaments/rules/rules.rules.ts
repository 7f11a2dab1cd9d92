import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'

/** Parts of the rules that can't change after the start. */
const standingParts = ['pots', 'awards', 'protests'] as const

type StandingPart = (typeof standingParts)[number]

const partOf = (rules: RulesJson | null, part: StandingPart) =>
  rules?.[part] ?? (part === 'protests' ? null : [])

const changedParts = (before: RulesJson | null, after: RulesJson | null): StandingPart[] =>
  standingParts.filter(part => !Bun.deepEquals(partOf(before, part), partOf(after, part)))

interface Change {
  before: RulesJson | null
  after: RulesJson | null
  hasReason: boolean
  hasMoney: boolean
  isStarted: boolean
  isSettled: boolean
}

export type RulesRefusal = 'settled' | 'null' | 'parts' | 'reason missing'

/** Returns whether penalties of these days would lose their day. */
export function losesDays({ days }: RulesJson, penaltyDays: readonly (string | null)[]): boolean {
  return penaltyDays.some(day => (days.length === 0 ? day !== null : !days.some(({ name }) => name === day)))
}

/** Returns why rules can't change, or null. */
export function rulesRefusal(change: Change): RulesRefusal | null {
  const { before, after, hasReason, hasMoney, isStarted, isSettled } = change
  if (isSettled) return 'settled'
  if (!hasMoney && !isStarted) return null
  if (after === null && before !== null) return 'null'
  if (isStarted && changedParts(before, after).length > 0) return 'parts'
  return hasReason ? null : 'reason missing'
}
