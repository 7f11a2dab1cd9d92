import { Muted } from '#client/ui/layout/text.tsx'
import { ordinal } from '#contract/numbers.ts'
import { mainLimit } from '#contract/tournaments/scoring/category-sentences.ts'
import type { Category, Limit, PassOver, Tie } from '#contract/tournaments/scoring/rules.ts'
import { ChoiceCell, MinimumCells, NumberCell } from './cells.tsx'
import { SpeciesCell } from './keys-cell.tsx'
import { PartRows } from './part-rows.tsx'
import { Cells } from './rule-rows.tsx'
import type { RowEdit, RulesDraft } from './rules-draft.ts'

interface CategoryMoreProps {
  category: Category
  draft: RulesDraft
  edit: RowEdit<'categories'>
}

const rankOptions = [
  { value: 'boats', label: 'Boats' },
  { value: 'anglers', label: 'Anglers' },
  { value: 'fish', label: 'Each fish' },
] as const
const dayOptions = [
  { value: 'all', label: 'One for all days' },
  { value: 'each', label: 'One a day' },
] as const

/** Ties and rare options of a category. */
export function CategoryMore({ category, draft, edit }: CategoryMoreProps) {
  const { cell, set } = edit
  return (
    <>
      <Ties category={category} draft={draft} edit={edit} />
      <Cells>
        <ChoiceCell label="Ranks" {...cell('rank')} options={rankOptions} />
        <ChoiceCell label="Boards" {...cell('days')} options={dayOptions} />
        {draft.divisions.length > 0 && (
          <ChoiceCell
            label="Division"
            {...cell('division')}
            value={category.division ?? ''}
            onValue={key => set({ division: key === '' ? null : key })}
            options={[
              { value: '', label: 'All' },
              ...draft.divisions.map(({ key, name: text }) => ({ value: key, label: text })),
            ]}
          />
        )}
        <MinimumCells unit={draft.unit} cell={cell} />
      </Cells>
      <Limits category={category} draft={draft} edit={edit} />
      <PassedOver category={category} draft={draft} edit={edit} />
    </>
  )
}

const tieLabels: Record<Extract<Tie, string>, string> = {
  'first-caught': 'Earliest catch',
  'first-weighed': 'Earliest weigh-in',
  'first-to-reach': 'Reached the total first',
  'most-fish': 'Most fish',
  largest: 'Largest fish',
  'fish-by-fish': 'Larger fish, one by one',
  'best-day': 'Best single day',
}

const tieValue = (tie: Tie): string => (typeof tie === 'string' ? tie : `fewest ${tie.fewest}`)

/** Ties in order; after the last one the place is shared. */
function Ties({ category: { ties }, draft, edit }: CategoryMoreProps) {
  const options: Choice<Tie>[] = [
    ...Object.entries(tieLabels).map(([value, label]) => ({
      value,
      label,
      item: value as Extract<Tie, string>,
    })),
    ...draft.marks.map(mark => ({
      value: tieValue({ fewest: mark.key }),
      label: `Fewest ${mark.name}`,
      item: { fewest: mark.key },
    })),
  ]
  return (
    <OrderedChoices
      name={at => edit.name(`ties.${at}`)}
      label={at => (at === 0 ? 'If Tied' : `${ordinal(at + 1)} Tie-Break`)}
      items={ties}
      keyOf={tieValue}
      optionsOf={value => [
        { value: '', label: 'Place is shared' },
        ...options.filter(option => option.value === value || !ties.map(tieValue).includes(option.value)),
      ]}
      onItems={next => edit.set({ ties: next })}
    />
  )
}

interface Choice<Item> {
  value: string
  label: string
  item?: Item
}

interface OrderedChoicesProps<Item> {
  name(at: number): string
  label(at: number): string
  items: readonly Item[]
  keyOf(item: Item): string
  /** Options of a choice; one without an item ends it. */
  optionsOf(value: string): readonly Choice<Item>[]
  onItems(items: Item[]): void
}

/** A choice for each item, and one for a further item. */
function OrderedChoices<Item>({ name, label, items, keyOf, optionsOf, onItems }: OrderedChoicesProps<Item>) {
  return (
    <Cells wide>
      {[...items.map(keyOf), ''].map((value, at) => (
        <ChoiceCell
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is what is chosen
          key={at}
          label={label(at)}
          name={name(at)}
          value={value}
          onValue={chosen => {
            const item = optionsOf(value).find(option => option.value === chosen)?.item
            onItems([...items.slice(0, at), ...(item === undefined ? [] : [item]), ...items.slice(at + 1)])
          }}
          options={optionsOf(value)}
        />
      ))}
    </Cells>
  )
}

const noLimit: Limit = { species: null, how: 'weighed', most: null, mostPerDay: null, sumAtMost: null }
const limitKinds = [
  { value: '', label: 'Both' },
  { value: 'weighed', label: 'Weighed' },
  { value: 'released', label: 'Released' },
] as const

/** Limits for some of the fish. */
function Limits({ category, draft, edit }: CategoryMoreProps) {
  return (
    <>
      <Muted small>Limits can be for a species, or for weighed or released fish alone.</Muted>
      <PartRows
        {...edit.cell('limits')}
        without={mainLimit(category)}
        blank={noLimit}
        add="Add a Limit"
        remove="Remove this limit"
      >
        {(cell, set, limit) => (
          <>
            <SpeciesCell label="Limit For" {...cell('species')} draft={draft} />
            <ChoiceCell
              label="Fish"
              {...cell('how')}
              value={limit.how ?? ''}
              onValue={how => set({ how: how === '' ? null : how })}
              options={limitKinds}
            />
            <NumberCell label="At Most" {...cell('most')} whole min={1} />
            <NumberCell label="At Most a Day" {...cell('mostPerDay')} whole min={1} />
            <NumberCell label="Sum at Most" {...cell('sumAtMost')} />
          </>
        )}
      </PartRows>
    </>
  )
}

/** Categories whose winners don't count here. */
function PassedOver({ category: { key, passOver }, draft, edit }: CategoryMoreProps) {
  const earlier = draft.categories.slice(
    0,
    draft.categories.findIndex(one => one.key === key),
  )
  if (earlier.length === 0) return null
  const options: Choice<PassOver>[] = earlier.flatMap(({ key: category, name }) => [
    { value: `fish ${category}`, label: `The fish that win ${name}`, item: { category, by: 'fish' } },
    { value: `boat ${category}`, label: `The boat first in ${name}`, item: { category, by: 'boat' } },
  ])
  return (
    <OrderedChoices
      name={at => edit.name(`passOver.${at}.category`)}
      label={at => (at === 0 ? 'Doesn’t Count Here' : `Nor Counts, ${at + 1}`)}
      items={passOver}
      keyOf={({ category, by }) => `${by} ${category}`}
      optionsOf={() => [{ value: '', label: 'Nothing' }, ...options]}
      onItems={next => edit.set({ passOver: next })}
    />
  )
}
