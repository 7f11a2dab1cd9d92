import { amountText } from '#contract/tournaments/score-texts.ts'
import type { LineFish, ScoreUnit } from '#contract/tournaments/scores.ts'
import { isAmong, isSameSpecies } from '#contract/tournaments/scoring/fish.ts'
import type { Category, Limit, RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { formatWeight } from '#contract/weight.ts'

/** "Blue Marlin, 412.5 lbs, 98 inches", "Sailfish, released" */
export function fishText({ species, weight, ounces, length, released }: LineFish): string {
  const measures = [
    released ? 'released' : null,
    ounces === undefined ? null : amountText(ounces, 'oz'),
    weight === undefined ? null : formatWeight(weight),
    length === undefined ? null : amountText(length, 'inches'),
  ]
  return [species, ...measures].filter(part => part !== null).join(', ')
}

/** Names of the fish's marks, such as "Dead". */
export const markNames = ({ marks }: RulesJson, fish: LineFish): string[] =>
  marks.filter(({ key }) => fish.marks?.includes(key)).map(({ name }) => name)

/** Returns which minimum of the category or the species the fish misses. */
function underText(rules: RulesJson, { minWeight, minLength }: Category, fish: LineFish): string {
  const own = rules.species.find(({ name }) => isSameSpecies(name, fish.species))
  const weights = [minWeight, own?.minWeight ?? null].filter(least => least !== null)
  const lengths = [minLength, own?.minLength ?? null].filter(least => least !== null)
  const [leastWeight, leastLength] = [Math.max(0, ...weights), Math.max(0, ...lengths)]
  const unit = rules.unit === 'oz' ? 'oz' : 'lbs'
  const weight = unit === 'oz' ? (fish.ounces ?? Math.floor((fish.weight ?? 0) * 16)) : (fish.weight ?? 0)
  if (!fish.released && weight < leastWeight) return `under ${amountText(leastWeight, unit)}`
  if (fish.length === undefined && leastLength > 0)
    return `without a length, which must be ${amountText(leastLength, 'inches')} or more`
  return `under ${amountText(leastLength, 'inches')}`
}

const hasHow = ({ how }: Limit, { released }: LineFish): boolean =>
  how === null || (how === 'released') === (released === true)

function limitText({ days }: RulesJson, { limits }: Category, fish: LineFish): string {
  const [limit, ...others] = limits.filter(
    each =>
      isAmong(each.species, fish.species) && hasHow(each, fish) && (each.most ?? each.mostPerDay) !== null,
  )
  if (limit === undefined || others.length > 0) return 'over a limit'
  if (limit.most !== null && limit.mostPerDay !== null) return 'over a limit'
  const isDaily = limit.most === null && days.length > 0
  return `over the limit of ${limit.most ?? limit.mostPerDay}${isDaily ? ' a day' : ''}`
}

/** Returns in a few words why the fish doesn't count, or null if it counts. */
export function whyText(rules: RulesJson, category: Category, fish: LineFish): string | null {
  switch (fish.why) {
    case null:
      return null
    case 'disqualified':
      return fish.reason === undefined ? 'the boat is disqualified' : `disqualified: ${fish.reason}`
    case 'species':
      return 'another species'
    case 'how':
      if (category.how === 'both')
        return fish.released ? 'no score for releases' : 'no score for weighed fish'
      return category.how === 'released' ? 'only releases count' : 'only weighed fish count'
    case 'division': {
      const division = rules.divisions.find(({ key }) => key === category.division)
      return division ? `not in the division ${division.name}` : 'its angler isn’t named'
    }
    case 'under':
      return underText(rules, category, fish)
    case 'lines':
      return 'caught outside fishing hours'
    case 'scale':
      return 'weighed in outside scale hours'
    case 'penalty':
      return `the boat’s ${rules.days.length === 0 ? 'fish don’t' : 'day doesn’t'} count, by a penalty`
    case 'passed-over':
      return 'it won another category'
    case 'limit':
      return limitText(rules, category, fish)
  }
}

/** Returns an amount such as "175 points" or "−65 points", or null for nothing. */
export function fishScore({ score, taken }: LineFish, unit: ScoreUnit): string | null {
  if (score === null || (!taken && score >= 0)) return null
  return amountText(score, unit)
}
