import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { draftOf, type RulesDraft, rulesIn } from './rules-draft.ts'
import { startingRules } from './starting-rules.ts'

type Dates = Pick<TournamentSummary, 'startDate' | 'endDate'>

/**
 * The rows of a format, with the days, jackpots and protests that are there. `own` keeps all rows.
 * @returns null: as now
 */
export function ofFormat(format: string, before: RulesDraft | null, dates: Dates): RulesDraft | null {
  if (format === 'own' && before) return { ...before, preset: null }
  const rules = startingRules(format, dates)
  return rules && draftOf(before ? keeping(rules, rulesIn(before)) : rules)
}

/** The rules that say the same as none. */
export function heaviestFish(dates: Dates): RulesDraft {
  const draft = ofFormat('heaviest', null, dates)
  if (draft === null) throw new Error('the heaviest fish has no rules')
  return draft
}

/** Awards for a category that is gone are for the main one. */
function keeping(rules: RulesJson, before: RulesJson): RulesJson {
  const { days, timeZone, pots, awards, protests, verifyFrom, payHoldDays } = before
  const [main] = rules.categories
  const isThere = (key: string) => rules.categories.some(category => category.key === key)
  return {
    ...rules,
    ...{ days, timeZone, pots, protests, verifyFrom, payHoldDays },
    awards: awards.map(award => ({
      ...award,
      category: isThere(award.category) ? award.category : (main?.key ?? award.category),
    })),
  }
}

/** Converts the weights to another unit; ounces are whole. */
export function inUnit(draft: RulesDraft, unit: RulesDraft['unit']): RulesDraft {
  if (draft.unit === unit) return draft
  const weight = (value: number) =>
    unit === 'oz' ? Math.round(value * 16) : Math.round((value / 16) * 100) / 100
  const orNull = (value: number | null) => (value === null ? null : weight(value))
  return {
    ...draft,
    unit,
    species: draft.species.map(species => ({
      ...species,
      minWeight: orNull(species.minWeight),
      under: species.under.map(cost => ({ ...cost, from: weight(cost.from) })),
    })),
    marks: draft.marks.map(mark => ({ ...mark, weight: weight(mark.weight) })),
    penalties: draft.penalties.map(penalty => ({ ...penalty, weight: weight(penalty.weight) })),
    categories: draft.categories.map(category => ({
      ...category,
      minWeight: orNull(category.minWeight),
      limits: category.limits.map(limit => ({
        ...limit,
        sumAtMost: category.measure === 'weight' ? orNull(limit.sumAtMost) : limit.sumAtMost,
      })),
    })),
  }
}
