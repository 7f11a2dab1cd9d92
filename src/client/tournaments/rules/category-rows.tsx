import ArrowUp from 'lucide-react/icons/arrow-up'
import { IconButton } from '#client/ui/controls/button.tsx'
import { mainLimit } from '#contract/tournaments/scoring/category-sentences.ts'
import { categoryOf } from '#contract/tournaments/scoring/presets.ts'
import { type Category, type Limit, type Measure, measures } from '#contract/tournaments/scoring/rules.ts'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'
import { CategoryMore } from './category-more.tsx'
import { ChoiceCell, NameCell, NumberCell } from './cells.tsx'
import { SpeciesCell } from './keys-cell.tsx'
import { type EditProps, RuleList, RuleRow } from './rule-rows.tsx'
import { moveUp, newKey, type RowEdit } from './rules-draft.ts'

/** Categories that rank boats; the first decides the places. */
export const CategoryRows = ({ draft, update }: EditProps) => (
  <RuleList
    list="categories"
    title="Categories"
    description="Each has its own board. The first one decides the places of the tournament."
    add="Add a Category"
    blank={rows => categoryOf({ key: newKey('category', rows), name: '' })}
    draft={draft}
    update={update}
  >
    {(category, edit) => <CategoryRow category={category} edit={edit} draft={draft} update={update} />}
  </RuleList>
)

const measureLabels: Record<Measure, string> = {
  weight: 'Weight',
  points: 'Points',
  length: 'Length',
  count: 'Number of fish',
}
const measureOptions = measures.map(value => ({ value, label: measureLabels[value] }))
const kindOptions = [
  { value: 'weighed', label: 'Weighed' },
  { value: 'released', label: 'Released' },
  { value: 'both', label: 'Both' },
] as const

const noLimit: Limit = { species: null, how: null, most: null, mostPerDay: null, sumAtMost: null }

function withMainLimit(category: Category, change: Partial<Limit>): Limit[] {
  const at = mainLimit(category)
  if (at === -1) return [{ ...noLimit, ...change }, ...category.limits]
  return category.limits
    .map((limit, index) => (index === at ? { ...limit, ...change } : limit))
    .filter(
      ({ most, mostPerDay, sumAtMost }, index) =>
        index !== at || most !== null || mostPerDay !== null || sumAtMost !== null,
    )
}

interface CategoryRowProps extends EditProps {
  category: Category
  edit: RowEdit<'categories'>
}

function CategoryRow({ category, edit, draft, update }: CategoryRowProps) {
  const { name, cell, set, remove } = edit
  const setLimit = (change: Partial<Limit>) => set({ limits: withMainLimit(category, change) })
  const main = category.limits[mainLimit(category)]
  const label = category.name || 'New category'
  return (
    <RuleRow
      label={label}
      onRemove={draft.categories.length > 1 ? remove : undefined}
      actions={
        category !== draft.categories[0] && (
          <IconButton
            label={`Move ${label} up`}
            onClick={() => update(before => moveUp(before, category.key))}
          >
            <ArrowUp size={20} />
          </IconButton>
        )
      }
      more={<CategoryMore category={category} draft={draft} edit={edit} />}
    >
      <NameCell label="Category" {...cell('name')} />
      <ChoiceCell label="Ranked By" {...cell('measure')} options={measureOptions} />
      <ChoiceCell label="Fish" {...cell('how')} options={kindOptions} />
      <NumberCell
        label="Best Fish"
        name={name('limits.most')}
        whole
        min={1}
        max={scoringLimits.countMax}
        hint="Empty: all"
        value={main?.most ?? null}
        onValue={most => setLimit({ most })}
      />
      <NumberCell
        label="Best Fish a Day"
        name={name('limits.mostPerDay')}
        whole
        min={1}
        max={scoringLimits.countMax}
        hint="Empty: all"
        value={main?.mostPerDay ?? null}
        onValue={mostPerDay => setLimit({ mostPerDay })}
      />
      <SpeciesCell label="Species" {...cell('species')} draft={draft} />
    </RuleRow>
  )
}
