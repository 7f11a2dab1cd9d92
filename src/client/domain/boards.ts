import { scoreUnitOf } from '#contract/tournaments/score-texts.ts'
import type { ScoreUnit } from '#contract/tournaments/scores.ts'
import type { Category, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'

/** Returns whether a ruled tournament has boards: before the start there is no fish; a cancelled one has no places. */
export const hasBoard = ({ ruled, status }: Pick<TournamentSummary, 'ruled' | 'status'>): boolean =>
  ruled === true && (status === 'active' || status === 'completed')

/** A category, or one day of it. */
export interface BoardChoice {
  category: Category
  /** Null for all days together. */
  day: string | null
  /** "Blue Marlin · Saturday" */
  title: string
  unit: ScoreUnit
}

const choicesOf = (rules: RulesJson, category: Category): BoardChoice[] => {
  const days = category.days === 'each' ? rules.days.map(({ name }) => name) : [null]
  return days.map(day => ({
    category,
    day,
    title: day === null ? category.name : `${category.name} · ${day}`,
    unit: scoreUnitOf(rules.unit, category.measure),
  }))
}

/** Returns all boards of a tournament, the main one first. */
export const boardChoices = (rules: RulesJson): BoardChoice[] =>
  rules.categories.flatMap(category => choicesOf(rules, category))

/**
 * Returns the last day that has begun, else the first, or null if the
 * rules have none. @param now milliseconds since 1970
 */
function currentDay({ days }: RulesJson, now: number): string | null {
  const current = days.findLast(({ linesIn }) => Date.parse(linesIn) <= now)
  return current?.name ?? days[0]?.name ?? null
}

/** Returns one board of each category; of a daily category, the current day's. */
export function currentBoards(rules: RulesJson, now: number): BoardChoice[] {
  const day = currentDay(rules, now)
  return boardChoices(rules).filter(choice => choice.day === null || choice.day === day)
}

/**
 * The board that an address asks for, else the main one.
 * @param search as in `?category=blue-marlin&day=Saturday`, or empty
 */
export function chosenBoard(rules: RulesJson, search: string, now: number): BoardChoice | undefined {
  const parameters = new URLSearchParams(search)
  const own = boardChoices(rules).filter(({ category }) => category.key === parameters.get('category'))
  const current = currentBoards(rules, now)
  return (
    own.find(({ day }) => day === parameters.get('day')) ??
    current.find(({ category }) => category.key === own[0]?.category.key) ??
    current[0]
  )
}
