import { Button } from '#client/ui/controls/button.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { ordinal } from '#contract/numbers.ts'
import { mainLimit } from '#contract/tournaments/scoring/category-sentences.ts'
import type { Category, Limit, PassOver, Tie } from '#contract/tournaments/scoring/rules.ts'
import { ChoiceCell, MinimumCells, NumberCell } from './cells.tsx'
import { SpeciesCell } from './keys-cell.tsx'
import { Cells, RemoveButton } from './rule-rows.tsx'
import type { RulesDraft } from './rules-draft.ts'

interface CategoryMoreProps {
  category: Category
  draft: RulesDraft
  onChange(change: Partial<Category>): void
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
export function CategoryMore({ category, draft, onChange }: CategoryMoreProps) {
  const name = (field: string) => `rules.categories.${category.key}.${field}`
  return (
    <>
      <Ties category={category} draft={draft} onChange={onChange} />
      <Cells>
        <ChoiceCell
          label="Ranks"
          name={name('rank')}
          value={category.rank}
          onValue={rank => onChange({ rank })}
          options={rankOptions}
        />
        <ChoiceCell
          label="Boards"
          name={name('days')}
          value={category.days}
          onValue={days => onChange({ days })}
          options={dayOptions}
        />
        {draft.divisions.length > 0 && (
          <ChoiceCell
            label="Division"
            name={name('division')}
            value={category.division ?? ''}
            onValue={key => onChange({ division: key === '' ? null : key })}
            options={[
              { value: '', label: 'All' },
              ...draft.divisions.map(({ key, name: text }) => ({ value: key, label: text })),
            ]}
          />
        )}
        <MinimumCells nameOf={name} unit={draft.unit} minima={category} onChange={onChange} />
      </Cells>
      <Limits category={category} draft={draft} onChange={onChange} />
      <PassedOver category={category} draft={draft} onChange={onChange} />
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
function Ties({ category: { key, ties }, draft, onChange }: CategoryMoreProps) {
  const options: { value: string; label: string; tie: Tie }[] = [
    ...Object.entries(tieLabels).map(([value, label]) => ({
      value,
      label,
      tie: value as Extract<Tie, string>,
    })),
    ...draft.marks.map(mark => ({
      value: tieValue({ fewest: mark.key }),
      label: `Fewest ${mark.name}`,
      tie: { fewest: mark.key },
    })),
  ]
  const choose = (at: number, value: string) => {
    const tie = options.find(option => option.value === value)?.tie
    const next: (Tie | undefined)[] = [...ties]
    next[at] = tie
    onChange({ ties: next.filter(one => one !== undefined) })
  }
  const noTieBreak = { value: '', label: 'Place is shared' }
  return (
    <Cells wide>
      {[...ties.map(tieValue), ''].map((value, at) => (
        <ChoiceCell
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is what is chosen
          key={at}
          label={at === 0 ? 'If Tied' : `${ordinal(at + 1)} Tie-Break`}
          name={`rules.categories.${key}.ties.${at}`}
          value={value}
          onValue={next => choose(at, next)}
          options={[
            noTieBreak,
            ...options.filter(option => option.value === value || !ties.map(tieValue).includes(option.value)),
          ]}
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
function Limits({ category, draft, onChange }: CategoryMoreProps) {
  const { key, limits } = category
  const main = mainLimit(category)
  const set = (at: number, change: Partial<Limit>) =>
    onChange({ limits: limits.map((limit, index) => (index === at ? { ...limit, ...change } : limit)) })
  return (
    <>
      <Muted small>Limits can be for a species, or for weighed or released fish alone.</Muted>
      {limits.map((limit, index) => {
        if (index === main) return null
        const name = (field: string) => `rules.categories.${key}.limits.${index}.${field}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows behind a removed one show their values anew
          <Cells key={`${index} of ${limits.length}`}>
            <SpeciesCell
              label="Limit For"
              name={name('species')}
              draft={draft}
              value={limit.species}
              onValue={species => set(index, { species })}
            />
            <ChoiceCell
              label="Fish"
              name={name('how')}
              value={limit.how ?? ''}
              onValue={how => set(index, { how: how === '' ? null : how })}
              options={limitKinds}
            />
            <NumberCell
              label="At Most"
              name={name('most')}
              whole
              min={1}
              value={limit.most}
              onValue={most => set(index, { most })}
            />
            <NumberCell
              label="At Most a Day"
              name={name('mostPerDay')}
              whole
              min={1}
              value={limit.mostPerDay}
              onValue={mostPerDay => set(index, { mostPerDay })}
            />
            <NumberCell
              label="Sum at Most"
              name={name('sumAtMost')}
              value={limit.sumAtMost}
              onValue={sumAtMost => set(index, { sumAtMost })}
            />
            <RemoveButton
              label="Remove this limit"
              onRemove={() => onChange({ limits: limits.filter((_, at) => at !== index) })}
            />
          </Cells>
        )
      })}
      <Row>
        <Button variant="secondary" size="sm" onClick={() => onChange({ limits: [...limits, noLimit] })}>
          Add a Limit
        </Button>
      </Row>
    </>
  )
}

/** Categories whose winners don't count here. */
function PassedOver({ category: { key, passOver }, draft, onChange }: CategoryMoreProps) {
  const earlier = draft.categories.slice(
    0,
    draft.categories.findIndex(one => one.key === key),
  )
  if (earlier.length === 0) return null
  const ruleValue = ({ category, by }: PassOver) => `${by} ${category}`
  const options = earlier.flatMap(({ key: category, name }) => [
    {
      value: `fish ${category}`,
      label: `The fish that win ${name}`,
      rule: { category, by: 'fish' as const },
    },
    {
      value: `boat ${category}`,
      label: `The boat first in ${name}`,
      rule: { category, by: 'boat' as const },
    },
  ])
  const choose = (at: number, value: string) => {
    const next: (PassOver | undefined)[] = [...passOver]
    next[at] = options.find(option => option.value === value)?.rule
    onChange({ passOver: next.filter(one => one !== undefined) })
  }
  return (
    <Cells wide>
      {[...passOver.map(ruleValue), ''].map((value, at) => (
        <ChoiceCell
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is what is chosen
          key={at}
          label={at === 0 ? 'Doesn’t Count Here' : `Nor Counts, ${at + 1}`}
          name={`rules.categories.${key}.passOver.${at}.category`}
          value={value}
          onValue={next => choose(at, next)}
          options={[{ value: '', label: 'Nothing' }, ...options]}
        />
      ))}
    </Cells>
  )
}
