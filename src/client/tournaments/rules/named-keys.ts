import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { newKey } from './rules-draft.ts'

type KeyedList = 'marks' | 'penalties' | 'divisions' | 'categories'

/** Returns whether the key is of a row that was added before it had a name. */
const isPlain = (key: string) => /^(?:mark|penalty|division|category)(?:-\d+)?$/.test(key)

/**
 * Keys after the names of rows that are new since `base`, because logs show them.
 * @returns key → key that is sent
 */
function renames(rules: RulesJson, base: RulesJson | null, list: KeyedList): Map<string, string> {
  const old = new Set(base?.[list].map(({ key }) => key))
  const isNew = ({ key }: { key: string }) => isPlain(key) && !old.has(key)
  const keyedRows: { key: string }[] = rules[list].filter(row => !isNew(row))
  return new Map(
    rules[list].filter(isNew).map(({ key, name }) => {
      const row = { key: newKey(name, keyedRows) }
      keyedRows.push(row)
      return [key, row.key] as const
    }),
  )
}

/** Returns the rules as the server gets them; references follow the new keys. @param base in force */
export function withNamedKeys(rules: RulesJson, base: RulesJson | null): RulesJson {
  const renamer = (list: KeyedList) => {
    const names = renames(rules, base, list)
    return (key: string) => names.get(key) ?? key
  }
  const [marks, penalties] = [renamer('marks'), renamer('penalties')]
  const [divisions, categories] = [renamer('divisions'), renamer('categories')]
  const some = (keys: readonly string[] | null) => (keys === null ? null : keys.map(categories))
  return {
    ...rules,
    species: rules.species.map(species => ({
      ...species,
      under: species.under.map(cost => ({ ...cost, categories: some(cost.categories) })),
    })),
    marks: rules.marks.map(mark => ({ ...mark, key: marks(mark.key), categories: some(mark.categories) })),
    penalties: rules.penalties.map(penalty => ({
      ...penalty,
      key: penalties(penalty.key),
      categories: some(penalty.categories),
    })),
    divisions: rules.divisions.map(division => ({ ...division, key: divisions(division.key) })),
    categories: rules.categories.map(category => ({
      ...category,
      key: categories(category.key),
      division: category.division === null ? null : divisions(category.division),
      passOver: category.passOver.map(rule => ({ ...rule, category: categories(rule.category) })),
      ties: category.ties.map(tie => (typeof tie === 'string' ? tie : { fewest: marks(tie.fewest) })),
    })),
    awards: rules.awards.map(award => ({ ...award, category: categories(award.category) })),
  }
}
