import { instantOfLocal, localOfInstant } from '#client/domain/dates.ts'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { Field, NumberField } from '#client/ui/forms/field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { formatCents, hundredthsOf } from '#contract/money.ts'
import type { WeightUnit } from '#contract/tournaments/scoring/rules.ts'
import { scoringLimits } from '#contract/tournaments/scoring/scoring-limits.ts'
import { css } from '#styled/css/index.js'
import { partIn, partPattern, partText, partTitle } from './split-text.ts'

/*
 * Fields of the rules. They keep the entered text themselves, so that it isn't lost while it is invalid; `onValue`
 * gets the parsed value. A row that is replaced needs another key.
 */

export interface CellParts<Value> {
  /** The path of the rules that the server names. */
  name: string
  value: Value
  onValue(value: Value): void
}

interface CellProps<Value> extends CellParts<Value> {
  label: string
  hint?: string | undefined
  required?: boolean | undefined
}

export const TextCell = ({
  value,
  onValue,
  ...field
}: CellProps<string> & { placeholder?: string; className?: string }) => (
  <Field
    {...field}
    autoComplete="off"
    defaultValue={value}
    onInput={event => onValue(event.currentTarget.value)}
  />
)

// On a phone these are all columns.
const twoColumns = css({ gridColumn: { base: '1 / -1', sm: 'span 2' } })

export const NameCell = (cell: CellProps<string>) => <TextCell {...cell} required className={twoColumns} />

interface NumberCellProps extends CellProps<number | null> {
  min?: number
  max?: number
  /** The number has no decimals. */
  whole?: boolean
  suffix?: string | undefined
  /** The value of an empty field. */
  empty?: number | null
}

export const NumberCell = ({
  value,
  onValue,
  whole = false,
  min = 0,
  max = scoringLimits.pointsMax,
  empty = null,
  ...field
}: NumberCellProps) => (
  <NumberField
    {...field}
    {...(min < 0 && { inputMode: 'text' })}
    min={min}
    max={max}
    whole={whole}
    defaultValue={value ?? ''}
    onInput={({ currentTarget: { value: text } }) => onValue(text === '' ? empty : Number(text))}
  />
)

interface WeightCellProps extends NumberCellProps {
  unit: WeightUnit
}

/** Weight in the unit of the rules; ounces are whole. */
export const WeightCell = ({ unit, ...cell }: WeightCellProps) => (
  <NumberCell
    {...cell}
    suffix={unit === 'oz' ? 'oz' : 'lbs'}
    whole={unit === 'oz'}
    max={scoringLimits.weightMax}
  />
)

interface MinimumCellsProps {
  unit: WeightUnit
  cell(field: 'minWeight' | 'minLength'): CellParts<number | null>
}

export const MinimumCells = ({ unit, cell }: MinimumCellsProps) => (
  <>
    <WeightCell label="Minimum Weight" unit={unit} {...cell('minWeight')} />
    <NumberCell label="Minimum Length" suffix="in" max={scoringLimits.lengthMax} {...cell('minLength')} />
  </>
)

/** Dollars. Empty: null. */
export const MoneyCell = ({ value, onValue, ...field }: CellProps<string | null>) => (
  <NumberField
    {...field}
    prefix="$"
    min={0}
    defaultValue={value ?? ''}
    onInput={({ currentTarget: { value: text } }) => onValue(moneyIn(text))}
  />
)

export function moneyIn(text: string): string | null {
  const cents = hundredthsOf(text.trim())
  return cents === null ? null : formatCents(cents)
}

/** `2` or `1/3`. Empty: null. */
export const PartCell = ({
  value,
  onValue,
  ...field
}: CellProps<readonly [number, number] | null> & { suffix?: string }) => (
  <Field
    {...field}
    inputMode="text"
    autoComplete="off"
    pattern={partPattern}
    title={partTitle}
    defaultValue={partText(value)}
    onInput={event => onValue(partIn(event.currentTarget.value))}
  />
)

interface TimeCellProps extends CellProps<string | null> {
  /** The value of an empty field. */
  empty?: '' | null
}

/** Time in the visitor's zone. @param value ISO 8601 */
export const TimeCell = ({ value, onValue, empty = '', ...field }: TimeCellProps) => (
  <DateTimeField
    {...field}
    defaultValue={value ? localOfInstant(value) : ''}
    onInput={event => onValue(instantOfLocal(event.currentTarget.value) || empty)}
  />
)

interface ChoiceCellProps<Value extends string> extends CellProps<Value> {
  options: readonly { value: Value; label: string }[]
}

/** Most characters of a choice that one column shows whole. */
const shortMax = 12

export function ChoiceCell<Value extends string>({ onValue, options, ...field }: ChoiceCellProps<Value>) {
  const isLong = options.some(({ label }) => label.length > shortMax)
  return (
    <SelectField
      {...field}
      className={isLong ? twoColumns : undefined}
      options={options}
      onChange={({ currentTarget: { value: selection } }) => {
        const option = options.find(({ value }) => value === selection)
        if (option) onValue(option.value)
      }}
    />
  )
}
