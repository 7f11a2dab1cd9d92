import { Button } from '#client/ui/controls/button.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import type { Points, Under } from '#contract/tournaments/scoring/rules.ts'
import { MinimumCells, NameCell, NumberCell, PartCell } from './cells.tsx'
import { KeysCell } from './keys-cell.tsx'
import { Cells, type EditProps, RemoveButton, RuleList, RuleRow } from './rule-rows.tsx'
import { addRow, changeRow, type DraftRow, newId, type RulesDraft, removeRow } from './rules-draft.ts'

export const measuresBy = ({ categories }: RulesDraft, measure: string): boolean =>
  categories.some(category => category.measure === measure)

/** Species that count, with minima and points. */
export const SpeciesRows = ({ draft, update }: EditProps) => (
  <RuleList
    title="Species"
    description={
      draft.species.length === 0
        ? 'Without species, every fish counts. Once you list one, only listed species count.'
        : 'Only these species count.'
    }
    add="Add a Species"
    onAdd={() =>
      update(before =>
        addRow(before, 'species', {
          id: newId(before.species),
          name: '',
          minWeight: null,
          minLength: null,
          weighed: null,
          released: null,
          under: [],
        }),
      )
    }
  >
    {draft.species.map(species => (
      <SpeciesRow key={species.id} species={species} draft={draft} update={update} />
    ))}
  </RuleList>
)

const noPoints: Points = { flat: 0, perPound: null, atLeast: null }

/** Returns the changed points, or null without points. */
function pointsWith(points: Points | null, change: Partial<Points>): Points | null {
  const next = { ...(points ?? noPoints), ...change }
  return next.flat === 0 && next.perPound === null && next.atLeast === null ? null : next
}

function SpeciesRow({ species, draft, update }: EditProps & { species: DraftRow<'species'> }) {
  const name = (field: string) => `rules.species.${species.id}.${field}`
  const set = (change: Partial<DraftRow<'species'>>) =>
    update(before => changeRow(before, 'species', species.id, change))
  const hasPoints = measuresBy(draft, 'points')
  const points = (kind: 'weighed' | 'released', change: Partial<Points>) =>
    set({ [kind]: pointsWith(species[kind], change) })
  return (
    <RuleRow
      label={species.name || 'New species'}
      onRemove={() => update(before => removeRow(before, 'species', species.id))}
      more={
        <>
          {hasPoints && (
            <Cells>
              <NumberCell
                label="Weighed, Flat"
                name={name('weighed.flat')}
                suffix="pts"
                value={species.weighed?.flat ?? null}
                onValue={flat => points('weighed', { flat: flat ?? 0 })}
              />
              <NumberCell
                label="Weighed, at Least"
                name={name('weighed.atLeast')}
                suffix="pts"
                value={species.weighed?.atLeast ?? null}
                onValue={atLeast => points('weighed', { atLeast })}
              />
            </Cells>
          )}
          <UnderRows species={species} draft={draft} onUnder={under => set({ under })} />
        </>
      }
    >
      <NameCell
        label="Species"
        name={name('name')}
        value={species.name}
        onValue={text => set({ name: text })}
      />
      <MinimumCells nameOf={name} unit={draft.unit} minima={species} onChange={set} />
      {hasPoints && (
        <>
          <NumberCell
            label="Released"
            name={name('released.flat')}
            suffix="pts"
            value={species.released?.flat ?? null}
            onValue={flat => points('released', { flat: flat ?? 0 })}
          />
          <PartCell
            label="Weighed, per Pound"
            name={name('weighed.perPound')}
            suffix="pts"
            value={species.weighed?.perPound ?? null}
            onValue={perPound => points('weighed', { perPound })}
          />
        </>
      )}
    </RuleRow>
  )
}

interface UnderRowsProps extends Pick<EditProps, 'draft'> {
  species: DraftRow<'species'>
  onUnder(under: Under[]): void
}

const noCost: Under = { from: 0, flat: 0, perPound: null, perPoundShort: null, categories: null }

/** Cost of a fish below the minimum. */
function UnderRows({ species: { id, under }, draft, onUnder }: UnderRowsProps) {
  const set = (at: number, change: Partial<Under>) =>
    onUnder(under.map((cost, index) => (index === at ? { ...cost, ...change } : cost)))
  return (
    <>
      <Muted small>A weighed fish below the minimum weight can cost weight or points.</Muted>
      {under.map((cost, index) => {
        const name = (field: string) => `rules.species.${id}.under.${index}.${field}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows behind a removed one show their values anew
          <Cells key={`${index} of ${under.length}`}>
            <NumberCell
              label="From"
              name={name('from')}
              suffix={draft.unit === 'oz' ? 'oz' : 'lbs'}
              value={cost.from}
              onValue={from => set(index, { from: from ?? 0 })}
            />
            <NumberCell
              label="Costs"
              name={name('flat')}
              value={cost.flat}
              onValue={flat => set(index, { flat: flat ?? 0 })}
            />
            <PartCell
              label="Plus per Pound"
              name={name('perPound')}
              value={cost.perPound}
              onValue={perPound => set(index, { perPound })}
            />
            <PartCell
              label="Plus per Missing Pound"
              name={name('perPoundShort')}
              value={cost.perPoundShort}
              onValue={perPoundShort => set(index, { perPoundShort })}
            />
            <KeysCell
              label="In"
              name={name('categories')}
              value={cost.categories}
              onValue={categories => set(index, { categories })}
              options={categoryOptions(draft)}
            />
            <RemoveButton
              label="Remove this cost"
              onRemove={() => onUnder(under.filter((_, at) => at !== index))}
            />
          </Cells>
        )
      })}
      <Row>
        <Button variant="secondary" size="sm" onClick={() => onUnder([...under, noCost])}>
          Add a Cost
        </Button>
      </Row>
    </>
  )
}

export const categoryOptions = ({ categories }: RulesDraft) =>
  categories.map(({ key, name }) => ({ value: key, label: name || 'New category' }))
