import { Muted } from '#client/ui/layout/text.tsx'
import type { Points, Under } from '#contract/tournaments/scoring/rules.ts'
import { type CellParts, MinimumCells, NameCell, NumberCell, PartCell } from './cells.tsx'
import { KeysCell } from './keys-cell.tsx'
import { PartRows } from './part-rows.tsx'
import { Cells, type EditProps, RuleList, RuleRow } from './rule-rows.tsx'
import { type DraftRow, newSpecies, type RowEdit, type RulesDraft } from './rules-draft.ts'

export const measuresBy = ({ categories }: RulesDraft, measure: string): boolean =>
  categories.some(category => category.measure === measure)

/** Species that count, with minima and points. */
export const SpeciesRows = ({ draft, update }: EditProps) => (
  <RuleList
    list="species"
    title="Species"
    description={
      draft.species.length === 0
        ? 'Without species, every fish counts. Once you list one, only listed species count.'
        : 'Only these species count.'
    }
    add="Add a Species"
    blank={rows => newSpecies(rows, '')}
    draft={draft}
    update={update}
  >
    {(species, edit) => <SpeciesRow species={species} draft={draft} edit={edit} />}
  </RuleList>
)

const noPoints: Points = { flat: 0, perPound: null, atLeast: null }

/** Returns the changed points, or null without points. */
function pointsWith(points: Points | null, change: Partial<Points>): Points | null {
  const next = { ...(points ?? noPoints), ...change }
  return next.flat === 0 && next.perPound === null && next.atLeast === null ? null : next
}

interface SpeciesRowProps {
  species: DraftRow<'species'>
  draft: RulesDraft
  edit: RowEdit<'species'>
}

function SpeciesRow({ species, draft, edit: { name, cell, set, remove } }: SpeciesRowProps) {
  const hasPoints = measuresBy(draft, 'points')
  const points = <Field extends keyof Points>(kind: 'weighed' | 'released', field: Field) => ({
    name: name(`${kind}.${field}`),
    value: species[kind]?.[field] ?? null,
    onValue: (value: Points[Field]) => set({ [kind]: pointsWith(species[kind], { [field]: value }) }),
  })
  return (
    <RuleRow
      label={species.name || 'New species'}
      onRemove={remove}
      more={
        <>
          {hasPoints && (
            <Cells>
              <NumberCell label="Weighed, Flat" {...points('weighed', 'flat')} empty={0} suffix="pts" />
              <NumberCell label="Weighed, at Least" {...points('weighed', 'atLeast')} suffix="pts" />
            </Cells>
          )}
          <UnderRows draft={draft} cell={cell('under')} />
        </>
      }
    >
      <NameCell label="Species" {...cell('name')} />
      <MinimumCells unit={draft.unit} cell={cell} />
      {hasPoints && (
        <>
          <NumberCell label="Released" {...points('released', 'flat')} empty={0} suffix="pts" />
          <PartCell label="Weighed, per Pound" {...points('weighed', 'perPound')} suffix="pts" />
        </>
      )}
    </RuleRow>
  )
}

const noCost: Under = { from: 0, flat: 0, perPound: null, perPoundShort: null, categories: null }

/** Cost of a fish below the minimum. */
function UnderRows({ draft, cell: list }: { draft: RulesDraft; cell: CellParts<Under[]> }) {
  return (
    <>
      <Muted small>A weighed fish below the minimum weight can cost weight or points.</Muted>
      <PartRows {...list} blank={noCost} add="Add a Cost" remove="Remove this cost">
        {cell => (
          <>
            <NumberCell
              label="From"
              {...cell('from')}
              empty={0}
              suffix={draft.unit === 'oz' ? 'oz' : 'lbs'}
            />
            <NumberCell label="Costs" {...cell('flat')} empty={0} />
            <PartCell label="Plus per Pound" {...cell('perPound')} />
            <PartCell label="Plus per Missing Pound" {...cell('perPoundShort')} />
            <KeysCell label="In" {...cell('categories')} options={categoryOptions(draft)} />
          </>
        )}
      </PartRows>
    </>
  )
}

export const categoryOptions = ({ categories }: RulesDraft) =>
  categories.map(({ key, name }) => ({ value: key, label: name || 'New category' }))
