import { useState } from 'react'
import { clientId } from '#client/lib/client-id.ts'
import { textOf } from '#client/lib/submit.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { textRules } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const line = css({
  display: 'grid',
  width: 'full',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 2fr) auto' },
  alignItems: 'end',
  gap: '3',
  paddingBlock: '3',
  borderBlockStartWidth: '1px',
  borderColor: 'line',
})

interface TypedAdjustment {
  entryId: string
  /** Decimal dollars, with a sign. */
  amount: string
  reason: string
}

interface AdjustmentFieldsProps {
  tournament: Pick<Tournament, 'entries'>
  initial: readonly TypedAdjustment[]
  /** A row was added or removed. */
  onChange(): void
}

const empty: TypedAdjustment = { entryId: '', amount: '', reason: '' }

/** The organiser's changes to the awards. Everyone reads them. */
export function AdjustmentFields({ tournament, initial, onChange }: AdjustmentFieldsProps) {
  const [rows, setRows] = useState(() => initial.map(adjustment => ({ ...adjustment, key: clientId() })))
  const boats = tournament.entries.map(({ id, boat }) => ({ value: id, label: boat.name }))

  const add = () => {
    setRows([...rows, { ...empty, key: clientId() }])
    onChange()
  }
  const remove = (key: string) => {
    setRows(rows.filter(row => row.key !== key))
    onChange()
  }

  return (
    <Stack gap="2" align="start">
      <Text weight="semibold">Adjustments</Text>
      <Muted small>Extra amounts, such as a crew prize. Everyone can read them and the reason.</Muted>
      {rows.map(({ key, entryId, amount, reason }, index) => (
        <div key={key} className={line}>
          <SelectField
            label="Boat"
            name={`adjustments.${index}.entryId`}
            options={boats}
            placeholder="Choose a boat"
            defaultValue={entryId}
            required
          />
          <Field
            label="Amount"
            name={`adjustments.${index}.amount`}
            inputMode="text"
            prefix="$"
            placeholder="-100"
            defaultValue={amount}
            autoComplete="off"
            required
          />
          <Field
            label="Reason"
            name={`adjustments.${index}.reason`}
            defaultValue={reason}
            maxLength={textRules.ruling.max}
            autoComplete="off"
            required
          />
          <Button variant="ghost" aria-label={`Remove adjustment ${index + 1}`} onClick={() => remove(key)}>
            Remove
          </Button>
        </div>
      ))}
      {rows.length < limits.adjustments && (
        <Button variant="secondary" onClick={add}>
          Add an Adjustment
        </Button>
      )}
    </Stack>
  )
}

/** Returns the adjustments as typed, in the order of the rows. */
export function adjustmentsIn(data: FormData): TypedAdjustment[] {
  const count = [...data.keys()].filter(name => /^adjustments\.\d+\.entryId$/.test(name)).length
  return Array.from({ length: count }, (_, index) => ({
    entryId: textOf(data, `adjustments.${index}.entryId`),
    amount: textOf(data, `adjustments.${index}.amount`).trim().replace('−', '-'),
    reason: textOf(data, `adjustments.${index}.reason`).trim(),
  }))
}
