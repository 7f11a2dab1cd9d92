import { Switch } from '#client/ui/forms/switch.tsx'
import type { Division, Mark, Penalty } from '#contract/tournaments/scoring/rules.ts'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'
import { ChoiceCell, NameCell, NumberCell, WeightCell } from './cells.tsx'
import { KeysCell, SpeciesCell } from './keys-cell.tsx'
import { Cells, type EditProps, RuleList, RuleRow } from './rule-rows.tsx'
import { addRow, changeRow, newKey, removeRow } from './rules-draft.ts'
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
  const name = (field: string) => `rules.marks.${mark.key}.${field}`
  const set = (change: Partial<Mark>) => update(before => changeRow(before, 'marks', mark.key, change))
  return (
    <RuleRow
      label={mark.name || 'New mark'}
      onRemove={() => update(before => removeRow(before, 'marks', mark.key))}
      more={
        <Cells>
          <SpeciesCell
            label="Species"
            name={name('species')}
            draft={draft}
            value={mark.species}
            onValue={species => set({ species })}
          />
          <KeysCell
            label="In"
            name={name('categories')}
            value={mark.categories}
            onValue={categories => set({ categories })}
            options={categoryOptions(draft)}
          />
        </Cells>
      }
    >
      <NameCell label="Mark" name={name('name')} value={mark.name} onValue={text => set({ name: text })} />
      {(measuresBy(draft, 'weight') || mark.weight !== 0) && (
        <WeightCell
          label="Weight"
          name={name('weight')}
          unit={draft.unit}
          min={-scoringLimits.weightMax}
          value={mark.weight}
          onValue={weight => set({ weight: weight ?? 0 })}
        />
      )}
      {(measuresBy(draft, 'points') || mark.points !== 0) && (
        <NumberCell
          label="Points"
          name={name('points')}
          suffix="pts"
          min={-scoringLimits.pointsMax}
          value={mark.points}
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
  const name = (field: string) => `rules.penalties.${penalty.key}.${field}`
  const set = (change: Partial<Penalty>) =>
    update(before => changeRow(before, 'penalties', penalty.key, change))
  return (
    <RuleRow
      label={penalty.name || 'New penalty'}
      onRemove={() => update(before => removeRow(before, 'penalties', penalty.key))}
      more={
        <Cells>
          <NumberCell
            label="Out From"
            name={name('outFrom')}
            whole
            min={1}
            max={scoringLimits.countMax}
            hint="From so many on, the boat’s fish of that day don’t count."
            value={penalty.outFrom}
            onValue={outFrom => set({ outFrom })}
          />
          <KeysCell
            label="In"
            name={name('categories')}
            value={penalty.categories}
            onValue={categories => set({ categories })}
            options={categoryOptions(draft)}
          />
        </Cells>
      }
    >
      <NameCell
        label="Penalty"
        name={name('name')}
        value={penalty.name}
        onValue={text => set({ name: text })}
      />
      <ChoiceCell
        label="Counted"
        name={name('per')}
        value={penalty.per}
        onValue={per => set({ per })}
        options={perOptions}
      />
      {(measuresBy(draft, 'weight') || penalty.weight !== 0) && (
        <WeightCell
          label="Costs Weight"
          name={name('weight')}
          unit={draft.unit}
          value={penalty.weight}
          onValue={weight => set({ weight: weight ?? 0 })}
        />
      )}
      {(measuresBy(draft, 'points') || penalty.points !== 0) && (
        <NumberCell
          label="Costs Points"
          name={name('points')}
          suffix="pts"
          value={penalty.points}
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
  const name = (field: string) => `rules.divisions.${division.key}.${field}`
  const set = (change: Partial<Division>) =>
    update(before => changeRow(before, 'divisions', division.key, change))
  return (
    <RuleRow
      label={division.name || 'New division'}
      onRemove={() => update(before => removeRow(before, 'divisions', division.key))}
    >
      <NameCell
        label="Division"
        name={name('name')}
        value={division.name}
        onValue={text => set({ name: text })}
      />
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
