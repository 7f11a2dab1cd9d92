import { isSameSpecies } from '#contract/tournaments/scoring/fish.ts'
import { categoryOf } from '#contract/tournaments/scoring/presets.ts'
import type { Category } from '#contract/tournaments/scoring/rules.ts'
import { addRow, newKey, newSpecies, type RulesDraft, speciesName } from './rules-draft.ts'

interface Prize {
  name: string
  /** A category by key, or the heaviest fish of a species. */
  of: { category: string } | { species: string }
  /** Percent by place. */
  split: number[]
}

type PotTerms = Pick<RulesDraft['pots'][number], 'entry' | 'fee' | 'payback' | 'added'>

/** A jackpot that boats choose to be in, or a prize for all boats: a pot with one award. */
export function withPot(before: RulesDraft, { name, of, split }: Prize, terms: PotTerms): RulesDraft {
  const draft = 'species' in of ? withHeaviest(before, of.species) : before
  const category = 'species' in of ? (heaviestOf(draft, of.species)?.key ?? '') : of.category
  const pot = newKey(name, draft.pots)
  return addRow(addRow(draft, 'pots', { key: pot, name, ...terms }), 'awards', {
    key: newKey(name, draft.awards),
    name,
    pot,
    percent: 100,
    category,
    split: { percents: [split] },
    unclaimed: 'kept',
  })
}

/** Returns whether a category ranks boats by their heaviest single fish. */
const isHeaviest = ({ measure, rank, days, limits, how, division }: Category): boolean =>
  measure === 'weight' &&
  rank === 'boats' &&
  days === 'all' &&
  how === 'weighed' &&
  division === null &&
  limits.length === 1 &&
  limits[0]?.most === 1

/** Returns the category of the heaviest fish of this species alone. */
const heaviestOf = (draft: RulesDraft, species: string): Category | undefined =>
  draft.categories.find(
    category =>
      category.species?.length === 1 &&
      isSameSpecies(speciesName(draft, category.species[0] ?? ''), species) &&
      isHeaviest(category),
  )

/** Returns the category that a jackpot is usually for: of the heaviest fish of all species, else the first. */
export const jackpotCategory = ({ categories }: Pick<RulesDraft, 'categories'>): Category | undefined =>
  categories.find(category => category.species === null && isHeaviest(category)) ?? categories[0]

/** Adds a category for the heaviest fish of a species, and the species to the list if there is one. */
function withHeaviest(draft: RulesDraft, species: string): RulesDraft {
  if (heaviestOf(draft, species)) return draft
  const existing = draft.species.find(({ name }) => isSameSpecies(name, species))
  const added = draft.species.length > 0 && !existing ? newSpecies(draft.species, species) : undefined
  const next = added ? addRow(draft, 'species', added) : draft
  const name = `Heaviest ${species}`
  return addRow(next, 'categories', {
    ...categoryOf({ key: newKey(name, draft.categories), name }),
    species: [(existing ?? added)?.id ?? species],
  })
}
