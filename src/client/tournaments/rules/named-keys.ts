import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { type ListName, mapReferences, newKey } from './rules-draft.ts'

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
  const names: Partial<Record<ListName, Map<string, string>>> = {
    marks: renames(rules, base, 'marks'),
    penalties: renames(rules, base, 'penalties'),
    divisions: renames(rules, base, 'divisions'),
    categories: renames(rules, base, 'categories'),
  }
  const keyOf = (list: ListName, key: string) => names[list]?.get(key) ?? key
  const withNewKeys = <Row extends { key: string }>(list: KeyedList, rows: readonly Row[]): Row[] =>
    rows.map(row => ({ ...row, key: keyOf(list, row.key) }))
  return mapReferences(
    {
      ...rules,
      marks: withNewKeys('marks', rules.marks),
      penalties: withNewKeys('penalties', rules.penalties),
      divisions: withNewKeys('divisions', rules.divisions),
      categories: withNewKeys('categories', rules.categories),
    },
    keyOf,
  )
}
