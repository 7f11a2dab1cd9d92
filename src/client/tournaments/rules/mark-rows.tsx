import { Switch } from '#client/ui/forms/switch.tsx'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'
import { type CellParts, ChoiceCell, NameCell, NumberCell, WeightCell } from './cells.tsx'
import { KeysCell, SpeciesCell } from './keys-cell.tsx'
import { Cells, type EditProps, RuleList, RuleRow } from './rule-rows.tsx'
import { newKey, type RulesDraft } from './rules-draft.ts'
import { categoryOptions, measuresBy } from './species-rows.tsx'

interface AmountCellsProps {
  draft: RulesDraft
  cell(field: 'weight' | 'points'): CellParts<number>
  /** The amounts are costs, never below 0. */
  costs?: boolean
}

/** Weight and points, where a category measures them. */
const AmountCells = ({ draft, cell, costs = false }: AmountCellsProps) => (
  <>
    {(measuresBy(draft, 'weight') || cell('weight').value !== 0) && (
      <WeightCell
        label={costs ? 'Costs Weight' : 'Weight'}
        {...cell('weight')}
        empty={0}
        unit={draft.unit}
        min={costs ? 0 : -scoringLimits.weightMax}
      />
    )}
    {(measuresBy(draft, 'points') || cell('points').value !== 0) && (
      <NumberCell
        label={costs ? 'Costs Points' : 'Points'}
        {...cell('points')}
        empty={0}
        suffix="pts"
        min={costs ? 0 : -scoringLimits.pointsMax}
      />
    )}
  </>
)

/** Marks that the weigh master can tick for a fish. */
export const MarkRows = ({ draft, update }: EditProps) => (
  <RuleList
    list="marks"
    title="Marks"
    description="What the weigh master ticks for a fish, such as Dead or Gaffed. An amount below 0 deducts."
    add="Add a Mark"
    blank={rows => ({
      key: newKey('mark', rows),
      name: '',
      weight: 0,
      points: 0,
      species: null,
      categories: null,
    })}
    draft={draft}
    update={update}
  >
    {(mark, { cell, remove }) => (
      <RuleRow
        label={mark.name || 'New mark'}
        onRemove={remove}
        more={
          <Cells>
            <SpeciesCell label="Species" {...cell('species')} draft={draft} />
            <KeysCell label="In" {...cell('categories')} options={categoryOptions(draft)} />
          </Cells>
        }
      >
        <NameCell label="Mark" {...cell('name')} />
        <AmountCells draft={draft} cell={cell} />
      </RuleRow>
    )}
  </RuleList>
)

const perOptions = [
  { value: 'once', label: 'Once' },
  { value: 'minute', label: 'A minute' },
  { value: 'fish', label: 'A fish' },
] as const

/** Penalties of a boat. */
export const PenaltyRows = ({ draft, update }: EditProps) => (
  <RuleList
    list="penalties"
    title="Penalties"
    description="What costs a boat, such as coming in late."
    add="Add a Penalty"
    blank={rows => ({
      key: newKey('penalty', rows),
      name: '',
      per: 'once',
      weight: 0,
      points: 0,
      categories: null,
      outFrom: null,
    })}
    draft={draft}
    update={update}
  >
    {(penalty, { cell, remove }) => (
      <RuleRow
        label={penalty.name || 'New penalty'}
        onRemove={remove}
        more={
          <Cells>
            <NumberCell
              label="Out From"
              {...cell('outFrom')}
              whole
              min={1}
              max={scoringLimits.countMax}
              hint="From so many on, the boat’s fish of that day don’t count."
            />
            <KeysCell label="In" {...cell('categories')} options={categoryOptions(draft)} />
          </Cells>
        }
      >
        <NameCell label="Penalty" {...cell('name')} />
        <ChoiceCell label="Counted" {...cell('per')} options={perOptions} />
        <AmountCells draft={draft} cell={cell} costs />
      </RuleRow>
    )}
  </RuleList>
)

/** Groups of anglers that a category can be for. */
export const DivisionRows = (props: EditProps) => (
  <RuleList
    list="divisions"
    title="Divisions"
    description="Groups of anglers, such as Juniors, for categories of their own. Captains name their anglers."
    add="Add a Division"
    blank={rows => ({ key: newKey('division', rows), name: '', minors: false })}
    {...props}
  >
    {(division, { name, cell, set, remove }) => (
      <RuleRow label={division.name || 'New division'} onRemove={remove}>
        <NameCell label="Division" {...cell('name')} />
        <Switch
          label="Minors"
          name={name('minors')}
          hint="Shown by first name and initial."
          checked={division.minors}
          onChange={minors => set({ minors })}
        />
      </RuleRow>
    )}
  </RuleList>
)
