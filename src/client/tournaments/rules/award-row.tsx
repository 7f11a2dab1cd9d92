import { useState } from 'react'
import { Field } from '#client/ui/forms/field.tsx'
import type { Award, Split, Unclaimed } from '#contract/tournaments/scoring/rules.ts'
import { ChoiceCell, moneyIn, NameCell, NumberCell } from './cells.tsx'
import { Cells, type EditProps, RuleRow } from './rule-rows.tsx'
import { editRow, type RulesDraft } from './rules-draft.ts'
import { categoryOptions } from './species-rows.tsx'
import {
  indexOfLongest,
  partIn,
  rowsIn,
  rowsPattern,
  rowsText,
  splitIn,
  splitPattern,
  splitText,
  splitTitle,
} from './split-text.ts'

type DraftAward = Award<string>

interface AwardRowProps extends EditProps {
  award: DraftAward
}

const percentPattern = '\\s*(\\d{1,3}(\\.\\d{1,2})?|\\d{1,4}\\s*\\/\\s*\\d{1,4})\\s*'

const percentText = (percent: DraftAward['percent']): string =>
  typeof percent === 'number' ? `${percent}` : `${percent[0]}/${percent[1]}`
/** `62.5`, or `1/3` of the pot. */
const percentIn = (text: string): DraftAward['percent'] =>
  (text.includes('/') ? partIn(text) : null) ?? (Number.parseFloat(text) || 0)

const kinds = [
  { value: 'percents', label: 'Percent of the pot' },
  { value: 'amounts', label: 'Fixed amounts' },
] as const

/** Part of a pot that one category gets. */
export function AwardRow({ award, draft, update }: AwardRowProps) {
  const { split } = award
  const [longest, setLongest] = useState(() => ('percents' in split ? indexOfLongest(split.percents) : 0))
  const { name, cell, set, remove } = editRow('awards', award, update)
  const kind = 'amounts' in split ? 'amounts' : 'percents'
  return (
    <RuleRow
      label={`award ${award.name}`}
      onRemove={remove}
      more={
        <Cells>
          <ChoiceCell
            label="Prizes Are"
            name={name('split.kind')}
            value={kind}
            onValue={newKind => {
              set({ split: splitOfKind(split, newKind), unclaimed: 'kept' })
              setLongest(0)
            }}
            options={kinds}
          />
          {'percents' in split ? (
            <Field
              label="With Fewer Boats"
              name={name('split.fewer')}
              autoComplete="off"
              pattern={rowsPattern}
              title="Enter splits by commas, such as 60/40, 100"
              hint="By commas, such as 60/40, 100"
              defaultValue={rowsText(split.percents.toSpliced(longest, 1))}
              onInput={({ currentTarget: { value } }) => {
                set({ split: { percents: [split.percents[longest] ?? [], ...rowsIn(value)] } })
                setLongest(0)
              }}
            />
          ) : (
            <NumberCell
              label="Based On"
              name={name('split.basedOn')}
              suffix="boats"
              whole
              min={1}
              hint="With fewer boats the prizes are smaller."
              value={split.basedOn}
              onValue={basedOn => set({ split: { ...split, basedOn } })}
            />
          )}
          <ChoiceCell
            label="If No Boat Is Ranked"
            name={name('unclaimed')}
            value={unclaimedValue(award.unclaimed)}
            onValue={value => set({ unclaimed: unclaimedIn(value) })}
            options={unclaimedOptions(draft, award)}
          />
        </Cells>
      }
    >
      <NameCell label="Award" {...cell('name')} />
      <ChoiceCell
        label="For"
        {...cell('category')}
        options={withUnknown(categoryOptions(draft), award.category)}
      />
      {'percents' in split ? (
        <>
          <Field
            label="Split by Place"
            name={name('split')}
            required
            autoComplete="off"
            pattern={splitPattern}
            title={splitTitle}
            defaultValue={splitText(split.percents[longest] ?? [])}
            onInput={({ currentTarget: { value } }) =>
              set({ split: { percents: split.percents.with(longest, splitIn(value)) } })
            }
          />
          <Field
            label="Part of the Pot"
            name={name('percent')}
            suffix="%"
            required
            autoComplete="off"
            pattern={percentPattern}
            title="Enter a percentage, or a part such as 1/3"
            defaultValue={percentText(award.percent)}
            onInput={({ currentTarget: { value } }) => set({ percent: percentIn(value) })}
          />
        </>
      ) : (
        <Field
          label="Dollars by Place"
          name={name('split')}
          required
          autoComplete="off"
          pattern="\s*\d+(\.\d{1,2})?(\s*\/\s*\d+(\.\d{1,2})?)*\s*"
          title="Enter the amounts by place, such as 1000/500/250"
          defaultValue={split.amounts.map(amount => amount.replace('.00', '')).join('/')}
          onInput={({ currentTarget: { value } }) => set({ split: { ...split, amounts: amountsIn(value) } })}
        />
      )}
    </RuleRow>
  )
}

const amountsIn = (text: string): string[] => text.split('/').flatMap(part => moneyIn(part) ?? [])

const splitOfKind = (split: Split<string>, kind: 'percents' | 'amounts'): Split<string> => {
  if (kind in split) return split
  return kind === 'percents' ? { percents: [[100]] } : { amounts: [], basedOn: null }
}

/** Deleted names that the draft still uses. */
const withUnknown = (options: readonly { value: string; label: string }[], value: string) =>
  options.some(option => option.value === value) ? options : [{ value, label: 'Choose' }, ...options]

const unclaimedValue = (unclaimed: Unclaimed): string =>
  typeof unclaimed === 'string' ? unclaimed : `to ${unclaimed.to.join(' ')}`

function unclaimedIn(value: string): Unclaimed {
  if (value === 'next-day' || value === 'remaining-days') return value
  return value.startsWith('to ') ? { to: value.slice(3).split(' ') } : 'kept'
}

function unclaimedOptions({ awards, categories }: RulesDraft, award: DraftAward) {
  const isDaily = categories.find(({ key }) => key === award.category)?.days === 'each'
  const value = unclaimedValue(award.unclaimed)
  const nameOf = (key: string) => awards.find(one => one.key === key)?.name ?? key
  const options = [
    { value: 'kept', label: 'It isn’t paid' },
    ...(isDaily
      ? [
          { value: 'next-day', label: 'To the next day' },
          { value: 'remaining-days', label: 'To the days that are left' },
        ]
      : []),
    ...awards
      .filter(({ key }) => key !== award.key)
      .map(({ key, name }) => ({ value: `to ${key}`, label: `To ${name}` })),
  ]
  if (options.some(option => option.value === value)) return options
  const names =
    typeof award.unclaimed === 'string' ? award.unclaimed : award.unclaimed.to.map(nameOf).join(', ')
  return [...options, { value, label: `To ${names}` }]
}
