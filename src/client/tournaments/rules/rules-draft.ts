import { isSameSpecies } from '#contract/tournaments/scoring/fish.ts'
import { speciesOf } from '#contract/tournaments/scoring/presets.ts'
import type { Day, RulesJson, Species } from '#contract/tournaments/scoring/rules.ts'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'

type Identified<T> = T & { id: string }

/**
 * Rules while they are edited. Days and species have ids, so that fields stay with their rows; other rows have keys.
 * Marks, categories and limits refer to listed species by id, so that these can be renamed.
 */
export interface RulesDraft extends Omit<RulesJson, 'days' | 'species'> {
  days: Identified<Day<string>>[]
  species: Identified<Species>[]
}

const lists = ['days', 'species', 'marks', 'penalties', 'divisions', 'categories', 'pots', 'awards'] as const
export type ListName = (typeof lists)[number]
export type DraftRow<List extends ListName> = RulesDraft[List][number]

export const rowId = (row: DraftRow<ListName>): string => ('id' in row ? row.id : row.key)

type References = Pick<RulesJson, 'species' | 'marks' | 'penalties' | 'categories' | 'awards'>

/**
 * Changes where rows refer to rows of a list.
 * @param keyOf the new key, or null for a row that is gone; an award keeps it, and the server's answer names the award
 */
export function mapReferences<Rules extends References>(
  rules: Rules,
  keyOf: (list: ListName, key: string) => string | null,
): Rules {
  const keysOf = (list: ListName, keys: readonly string[] | null) => {
    const rest = (keys ?? []).flatMap(key => keyOf(list, key) ?? [])
    return rest.length === 0 ? null : rest
  }
  return {
    ...rules,
    species: rules.species.map(species => ({
      ...species,
      under: species.under.map(cost => ({ ...cost, categories: keysOf('categories', cost.categories) })),
    })),
    marks: rules.marks.map(mark => ({
      ...mark,
      species: keysOf('species', mark.species),
      categories: keysOf('categories', mark.categories),
    })),
    penalties: rules.penalties.map(penalty => ({
      ...penalty,
      categories: keysOf('categories', penalty.categories),
    })),
    categories: rules.categories.map(category => ({
      ...category,
      species: keysOf('species', category.species),
      division: category.division === null ? null : keyOf('divisions', category.division),
      limits: category.limits.map(limit => ({ ...limit, species: keysOf('species', limit.species) })),
      passOver: category.passOver.flatMap(rule => {
        const key = keyOf('categories', rule.category)
        return key === null ? [] : { ...rule, category: key }
      }),
      ties: category.ties.flatMap(tie => {
        if (typeof tie === 'string') return tie
        const fewest = keyOf('marks', tie.fewest)
        return fewest === null ? [] : { fewest }
      }),
    })),
    awards: rules.awards.map(award => ({
      ...award,
      category: keyOf('categories', award.category) ?? award.category,
    })),
  }
}

/** @returns an id that no row of the list has */
export const newId = (rows: readonly { id: string }[]): string =>
  `#${Math.max(-1, ...rows.map(({ id }) => Number(id.slice(1)))) + 1}`

export const newSpecies = (rows: readonly { id: string }[], name: string): DraftRow<'species'> => ({
  id: newId(rows),
  ...speciesOf(name),
})

const withIds = <T>(rows: readonly T[]): Identified<T>[] =>
  rows.map((row, index) => ({ ...row, id: `#${index}` }))

export function draftOf(rules: RulesJson): RulesDraft {
  const draft = { ...rules, days: withIds(rules.days), species: withIds(rules.species) }
  const idOf = (name: string) => draft.species.find(one => isSameSpecies(one.name, name))?.id
  return mapReferences(draft, (list, key) => (list === 'species' ? idOf(key) : undefined) ?? key)
}

/** Body of the request; the server reports its faults. */
export function rulesIn(draft: RulesDraft): RulesJson {
  const rules = mapReferences(draft, (list, key) => (list === 'species' ? speciesName(draft, key) : key))
  return {
    ...rules,
    days: draft.days.map(({ id, ...day }) => day),
    species: draft.species.map(({ id, ...species }) => species),
  }
}

/** @param species an id, or a name that isn't listed */
export const speciesName = ({ species: rows }: RulesDraft, species: string): string =>
  rows.find(({ id }) => id === species)?.name ?? species

export const changeRow = <List extends ListName>(
  draft: RulesDraft,
  list: List,
  id: string,
  change: Partial<DraftRow<List>>,
): RulesDraft => ({
  ...draft,
  [list]: draft[list].map(row => (rowId(row) === id ? { ...row, ...change } : row)),
})

/** Gives the cell of a field its name, value and change. @param path of the row, which the server names */
export const cellsOf =
  <Row extends object>(path: string, row: Row, set: (change: Partial<Row>) => void) =>
  <Field extends keyof Row & string>(field: Field) => ({
    name: `${path}.${field}`,
    value: row[field],
    onValue: (value: Row[Field]) => set({ [field]: value } as unknown as Partial<Row>),
  })

/** Changes the draft. */
export type Update = (change: (draft: RulesDraft) => RulesDraft) => void

/** Parts of a row's editor. */
export function editRow<List extends ListName>(list: List, row: DraftRow<List>, update: Update) {
  const id = rowId(row)
  const path = `rules.${list}.${id}`
  const set = (change: Partial<DraftRow<List>>) => update(draft => changeRow(draft, list, id, change))
  return {
    name: (field: string) => `${path}.${field}`,
    set,
    cell: cellsOf<DraftRow<List>>(path, row, set),
    remove: () => update(draft => removeRow(draft, list, id)),
  }
}

export type RowEdit<List extends ListName> = ReturnType<typeof editRow<List>>

export const addRow = <List extends ListName>(
  draft: RulesDraft,
  list: List,
  row: DraftRow<List>,
): RulesDraft => ({ ...draft, [list]: [...draft[list], row] })

/** Moves a category one place up. */
export function moveUp(draft: RulesDraft, id: string): RulesDraft {
  const rows = [...draft.categories]
  const index = rows.findIndex(({ key }) => key === id)
  const [row] = index > 0 ? rows.splice(index, 1) : []
  if (row) rows.splice(index - 1, 0, row)
  return { ...draft, categories: rows }
}

/** Removes a row and what concerns it alone. Rows that need it stay: the server's answer names them. */
export function removeRow(draft: RulesDraft, list: ListName, id: string): RulesDraft {
  // A species that isn't listed is referred to by its name.
  const keyOfRemoved = list === 'species' ? speciesName(draft, id) : null
  const next = mapReferences(
    { ...draft, [list]: draft[list].filter(row => rowId(row) !== id) },
    (kind, key) => (kind === list && key === id ? keyOfRemoved : key),
  )
  if (list === 'pots') return { ...next, awards: next.awards.filter(({ pot }) => pot !== id) }
  if (list !== 'awards') return next
  return {
    ...next,
    awards: next.awards.map(award => {
      if (typeof award.unclaimed === 'string') return award
      const to = award.unclaimed.to.filter(key => key !== id)
      return { ...award, unclaimed: to.length === 0 ? 'kept' : { to } }
    }),
  }
}

/** `Dolphin Jackpot` → `dolphin-jackpot`, with a number if a row has it. */
export function newKey(name: string, rows: readonly { key: string }[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, scoringLimits.keyMax - 4)
  const base = plain === '' ? 'row' : plain
  const isFree = (key: string) => rows.every(row => row.key !== key)
  if (isFree(base)) return base
  for (let number = 2; ; number++) if (isFree(`${base}-${number}`)) return `${base}-${number}`
}

/**
 * The control that an issue of the server concerns, or the nearest of its row.
 * @param path such as `rules.categories.1.limits.0.most` @param names of the form's controls, in their order
 */
export function controlOf(draft: RulesDraft, path: string, names: readonly string[]): string | null {
  const [root, list, index, ...rest] = path.split('.')
  if (root !== 'rules') return names.includes(path) ? path : null
  const name = lists.find(one => one === list)
  const row = name && draft[name][Number(index)]
  const segments = row && name ? ['rules', name, rowId(row), ...rest] : path.split('.')
  for (let length = segments.length; length > 1; length--) {
    const start = segments.slice(0, length).join('.')
    const match = names.find(one => one === start) ?? names.find(one => one.startsWith(`${start}.`))
    if (match !== undefined) return match
  }
  return null
}
