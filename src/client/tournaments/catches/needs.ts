import { isAmong, isSameSpecies } from '#contract/tournaments/scoring/fish.ts'
import { namedSpecies, takesAnySpecies } from '#contract/tournaments/scoring/named-species.ts'
import type { Category, Mark, RulesJson, WeightUnit } from '#contract/tournaments/scoring/rules.ts'
import { onlyLengthCounts } from '#contract/tournaments/scoring/rules.ts'

/** Fields of a weigh-in, by the rules. Pure. */

export type Kind = 'weighed' | 'released'

type CategoryJson = RulesJson['categories'][number]

/** Returns whether a fish of this kind, and of the species if given, can count in the category. */
function canCount(rules: RulesJson, category: CategoryJson, kind: Kind, species?: string): boolean {
  if (category.how !== 'both' && category.how !== kind) return false
  if (species !== undefined && !isAmong(category.species, species)) return false
  switch (category.measure) {
    case 'weight':
      return kind === 'weighed'
    case 'length':
    case 'count':
      return true
    case 'points':
      return rules.species.some(
        each =>
          each[kind] !== null &&
          isAmong(category.species, each.name) &&
          (species === undefined || isSameSpecies(each.name, species)),
      )
  }
}

const categoriesOf = (rules: RulesJson, kind: Kind, species?: string): CategoryJson[] =>
  rules.categories.filter(category => canCount(rules, category, kind, species))

/**
 * Returns whether the rules treat weighed and released fish alike: they
 * rank lengths, and no limit tells the kinds apart.
 */
const areKindsEqual = ({ categories }: RulesJson): boolean =>
  onlyLengthCounts(categories) &&
  categories.every(({ how, limits }) => how === 'both' && limits.every(limit => limit.how === null))

/** Returns the kinds that can count, never empty. With two, a weigh-in says which. */
export function kindsOf(rules: RulesJson): readonly Kind[] {
  if (areKindsEqual(rules)) return ['weighed']
  const kinds = (['weighed', 'released'] as const).filter(kind => categoriesOf(rules, kind).length > 0)
  return kinds.length === 0 ? ['weighed'] : kinds
}

/** Returns the unit, or null if a fish of this kind isn't weighed. */
export const weightUnitOf = (rules: RulesJson, kind: Kind): WeightUnit | null =>
  kind === 'released' || onlyLengthCounts(rules.categories) ? null : rules.unit

/** Returns the species that the rules name and that can count as this kind. */
export const speciesOf = (rules: RulesJson, kind: Kind): string[] =>
  namedSpecies(rules).filter(name => categoriesOf(rules, kind, name).length > 0)

/** Returns whether species besides {@link speciesOf} can count as this kind. */
export const takesOthers = (rules: RulesJson, kind: Kind): boolean =>
  categoriesOf(rules, kind).some(category => takesAnySpecies(rules, category))

interface LengthNeed {
  /** True if nothing counts without a length. */
  isRequired: boolean
  /** Names of categories in which the fish doesn't count without it. */
  categories: string[]
}

/** Returns null if nothing depends on a length. */
export function lengthNeedOf(rules: RulesJson, kind: Kind, species: string): LengthNeed | null {
  const counting = categoriesOf(rules, kind, species)
  const ofSpecies = rules.species.find(({ name }) => isSameSpecies(name, species))?.minLength ?? null
  const needing = counting.filter(
    ({ measure, minLength }: Category) => measure === 'length' || minLength !== null || ofSpecies !== null,
  )
  const isOnlyMeasure = kind === 'weighed' && onlyLengthCounts(rules.categories)
  if (needing.length === 0 && !isOnlyMeasure) return null
  return {
    isRequired: isOnlyMeasure || needing.length === counting.length,
    categories: needing.map(({ name }) => name),
  }
}

/** Returns whether lengths rank this kind. */
export const isLengthFirst = (rules: RulesJson, kind: Kind): boolean =>
  weightUnitOf(rules, kind) === null && categoriesOf(rules, kind).some(({ measure }) => measure === 'length')

/** Returns the marks that apply to the species. */
export const marksOf = (rules: RulesJson, species: string): Mark[] =>
  rules.marks.filter(mark => isAmong(mark.species, species))

/** Returns whether a weigh-in names the angler. */
export const namesAnglers = ({ categories }: RulesJson): boolean =>
  categories.some(({ rank, division }) => rank === 'anglers' || division !== null)

/** Returns whether boats bring several fish to the scale, so that the next one is of the same boat and species. */
export const bringsSeveral = ({ categories }: RulesJson): boolean =>
  categories.some(({ limits }) => limits.some(({ most, mostPerDay }) => (mostPerDay ?? most ?? 0) > 1))
