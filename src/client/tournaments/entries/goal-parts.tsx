import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { textOf } from '#client/lib/submit.ts'
import { Button, IconButton } from '#client/ui/controls/button.tsx'
import { Field, NumberField } from '#client/ui/forms/field.tsx'
import type { FieldErrors } from '#client/ui/forms/form-rules.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { hundredthsOf } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { useRows } from './use-rows.ts'

const list = css({ column: '3' })
const part = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 8rem) auto',
  gap: '2',
  alignItems: 'end',
})
const nameField = (index: number) => `goalParts.${index}.name`
const amountField = (index: number) => `goalParts.${index}.amount`

/** Costs that make up the goal. */
export function GoalPartsFields({ parts: initialParts }: { parts: Entry['goalParts'] }) {
  const { list: listRef, rows, add, change, remove } = useRows(initialParts ?? [])
  return (
    <Stack gap="3">
      <Stack gap="1">
        <Text as="div" look="label">
          What the Goal Pays For
        </Text>
        <Muted small>Optional, for backers to read. The parts add up to the goal.</Muted>
      </Stack>
      <ul ref={listRef} tabIndex={-1} className={list}>
        {rows.map(({ key, name, amount }, index) => (
          <li key={key} className={part}>
            <Field
              label="Part"
              name={nameField(index)}
              autoComplete="off"
              placeholder="Entry fee"
              value={name}
              onChange={event => change(key, { name: event.currentTarget.value })}
              required
            />
            <NumberField
              label="Amount"
              name={amountField(index)}
              prefix="$"
              min={0.01}
              value={amount}
              onChange={event => change(key, { amount: event.currentTarget.value })}
              required
            />
            <IconButton label={`Remove ${name || 'this part'}`} onClick={() => remove(key)}>
              <Trash2 size={20} />
            </IconButton>
          </li>
        ))}
      </ul>
      {rows.length < limits.goalParts && (
        <Row>
          <Button variant="secondary" size="sm" onClick={() => add({ name: '', amount: '' })}>
            <Plus size={18} />
            Add a Part
          </Button>
        </Row>
      )}
    </Stack>
  )
}

/** Returns the parts in their order; empty if none are stated. */
export function goalPartsIn(data: FormData): { name: string; amount: string }[] {
  const parts: { name: string; amount: string }[] = []
  while (data.has(nameField(parts.length)))
    parts.push({
      name: textOf(data, nameField(parts.length)),
      amount: textOf(data, amountField(parts.length)),
    })
  return parts
}

/** @param data with the goal */
export function checkGoalParts(data: FormData): FieldErrors {
  const parts = goalPartsIn(data)
  if (parts.length === 0) return {}
  const cents = parts.map(({ amount }) => hundredthsOf(amount) ?? 0)
  return sum(cents) === hundredthsOf(textOf(data, 'fundingGoal'))
    ? {}
    : { [amountField(parts.length - 1)]: fieldTexts.goalPartsSum }
}
