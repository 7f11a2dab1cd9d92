import { isSameSpecies } from '#contract/tournaments/scoring/fish.ts'
import type { Category, Day, RulesJson, Species } from '#contract/tournaments/scoring/rules.ts'
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

const rowId = (row: DraftRow<ListName>): string => ('id' in row ? row.id : row.key)

type References = Pick<RulesJson, 'marks' | 'categories'>

function mapSpecies<Draft extends References>(draft: Draft, map: (species: string) => string): Draft {
  const mapList = (species: readonly string[] | null) => (species === null ? null : species.map(map))
  return {
    ...draft,
    marks: draft.marks.map(mark => ({ ...mark, species: mapList(mark.species) })),
    categories: draft.categories.map(category => ({
      ...category,
      species: mapList(category.species),
      limits: category.limits.map(limit => ({ ...limit, species: mapList(limit.species) })),
    })),
  }
}

/** @returns an id that no row of the list has */
export const newId = (rows: readonly { id: string }[]): string =>
  `#${Math.max(-1, ...rows.map(({ id }) => Number(id.slice(1)))) + 1}`

const withIds = <T>(rows: readonly T[]): Identified<T>[] =>
  rows.map((row, index) => ({ ...row, id: `#${index}` }))

export function draftOf(rules: RulesJson): RulesDraft {
  const draft = { ...rules, days: withIds(rules.days), species: withIds(rules.species) }
  return mapSpecies(draft, name => draft.species.find(one => isSameSpecies(one.name, name))?.id ?? name)
}

/** Body of the request; the server reports its faults. */
export function rulesIn(draft: RulesDraft): RulesJson {
  const rules = mapSpecies(draft, species => speciesName(draft, species))
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

const without = (keys: readonly string[] | null, key: string): string[] | null => {
  const rest = keys?.filter(one => one !== key)
  return rest === undefined || rest.length === 0 ? null : rest
}

/** Removes a row and what concerns it alone. Rows that need it stay: the server's answer names them. */
export function removeRow(draft: RulesDraft, list: ListName, id: string): RulesDraft {
  // A species that isn't listed is referred to by its name.
  const base =
    list === 'species' ? mapSpecies(draft, one => (one === id ? speciesName(draft, id) : one)) : draft
  const next = { ...base, [list]: base[list].filter(row => rowId(row) !== id) }
  switch (list) {
    case 'marks':
      return { ...next, categories: next.categories.map(category => withoutMark(category, id)) }
    case 'divisions':
      return {
        ...next,
        categories: next.categories.map(one => (one.division === id ? { ...one, division: null } : one)),
      }
    case 'categories':
      return {
        ...next,
        species: next.species.map(one => ({
          ...one,
          under: one.under.map(cost => ({ ...cost, categories: without(cost.categories, id) })),
        })),
        marks: next.marks.map(mark => ({ ...mark, categories: without(mark.categories, id) })),
        penalties: next.penalties.map(one => ({ ...one, categories: without(one.categories, id) })),
        categories: next.categories.map(one => ({
          ...one,
          passOver: one.passOver.filter(({ category }) => category !== id),
        })),
      }
    case 'pots':
      return { ...next, awards: next.awards.filter(({ pot }) => pot !== id) }
    case 'awards':
      return {
        ...next,
        awards: next.awards.map(award => {
          if (typeof award.unclaimed === 'string') return award
          const to = without(award.unclaimed.to, id)
          return { ...award, unclaimed: to === null ? 'kept' : { to } }
        }),
      }
    default:
      return next
  }
}

const withoutMark = (category: Category, mark: string): Category => ({
  ...category,
  ties: category.ties.filter(tie => typeof tie === 'string' || tie.fewest !== mark),
})

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
