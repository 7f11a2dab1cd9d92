import { Switch } from '#client/ui/forms/switch.tsx'
import type { Division, Mark, Penalty } from '#contract/tournaments/scoring/rules.ts'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'
import { ChoiceCell, NameCell, NumberCell, WeightCell } from './cells.tsx'
import { KeysCell, SpeciesCell } from './keys-cell.tsx'
import { Cells, type EditProps, RuleList, RuleRow } from './rule-rows.tsx'
import { addRow, editRow, newKey } from './rules-draft.ts'
import { categoryOptions, measuresBy } from './species-rows.tsx'

/** Marks that the weigh master can tick for a fish. */
export const MarkRows = ({ draft, update }: EditProps) => (
  <RuleList
    title="Marks"
    description="What the weigh master ticks for a fish, such as Dead or Gaffed. An amount below 0 deducts."
    add="Add a Mark"
    onAdd={() =>
      update(before =>
        addRow(before, 'marks', {
          key: newKey('mark', before.marks),
          name: '',
          weight: 0,
          points: 0,
          species: null,
          categories: null,
        }),
      )
    }
  >
    {draft.marks.map(mark => (
      <MarkRow key={mark.key} mark={mark} draft={draft} update={update} />
    ))}
  </RuleList>
)

function MarkRow({ mark, draft, update }: EditProps & { mark: Mark }) {
  const { cell, set, remove } = editRow('marks', mark, update)
  return (
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
      {(measuresBy(draft, 'weight') || mark.weight !== 0) && (
        <WeightCell
          label="Weight"
          {...cell('weight')}
          unit={draft.unit}
          min={-scoringLimits.weightMax}
          onValue={weight => set({ weight: weight ?? 0 })}
        />
      )}
      {(measuresBy(draft, 'points') || mark.points !== 0) && (
        <NumberCell
          label="Points"
          {...cell('points')}
          suffix="pts"
          min={-scoringLimits.pointsMax}
          onValue={points => set({ points: points ?? 0 })}
        />
      )}
    </RuleRow>
  )
}

const perOptions = [
  { value: 'once', label: 'Once' },
  { value: 'minute', label: 'A minute' },
  { value: 'fish', label: 'A fish' },
] as const

/** Penalties of a boat. */
export const PenaltyRows = ({ draft, update }: EditProps) => (
  <RuleList
    title="Penalties"
    description="What costs a boat, such as coming in late."
    add="Add a Penalty"
    onAdd={() =>
      update(before =>
        addRow(before, 'penalties', {
          key: newKey('penalty', before.penalties),
          name: '',
          per: 'once',
          weight: 0,
          points: 0,
          categories: null,
          outFrom: null,
        }),
      )
    }
  >
    {draft.penalties.map(penalty => (
      <PenaltyRow key={penalty.key} penalty={penalty} draft={draft} update={update} />
    ))}
  </RuleList>
)

function PenaltyRow({ penalty, draft, update }: EditProps & { penalty: Penalty }) {
  const { cell, set, remove } = editRow('penalties', penalty, update)
  return (
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
      {(measuresBy(draft, 'weight') || penalty.weight !== 0) && (
        <WeightCell
          label="Costs Weight"
          {...cell('weight')}
          unit={draft.unit}
          onValue={weight => set({ weight: weight ?? 0 })}
        />
      )}
      {(measuresBy(draft, 'points') || penalty.points !== 0) && (
        <NumberCell
          label="Costs Points"
          {...cell('points')}
          suffix="pts"
          onValue={points => set({ points: points ?? 0 })}
        />
      )}
    </RuleRow>
  )
}

/** Groups of anglers that a category can be for. */
export const DivisionRows = ({ draft, update }: EditProps) => (
  <RuleList
    title="Divisions"
    description="Groups of anglers, such as Juniors, for categories of their own. Captains name their anglers."
    add="Add a Division"
    onAdd={() =>
      update(before =>
        addRow(before, 'divisions', { key: newKey('division', before.divisions), name: '', minors: false }),
      )
    }
  >
    {draft.divisions.map(division => (
      <DivisionRow key={division.key} division={division} update={update} />
    ))}
  </RuleList>
)

function DivisionRow({ division, update }: Pick<EditProps, 'update'> & { division: Division }) {
  const { name, cell, set, remove } = editRow('divisions', division, update)
  return (
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
  )
}
