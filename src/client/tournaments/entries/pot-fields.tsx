import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { textOf } from '#client/lib/submit.ts'
import { Button, IconButton } from '#client/ui/controls/button.tsx'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { Field, NumberField } from '#client/ui/forms/field.tsx'
import type { FieldErrors } from '#client/ui/forms/form-rules.ts'
import { useRowFocus } from '#client/ui/forms/use-row-focus.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { hundredthsOf } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { potLabel } from './pot-words.ts'
import { TickGroup, ticksIn } from './tick-group.tsx'

interface PotsWantedProps {
  rules: RulesJson
  pots: readonly string[]
}

/** Jackpots that a captain asks for. */
export const PotsWanted = ({ rules, pots }: PotsWantedProps) => (
  <TickGroup
    label="Jackpots"
    name="potsWanted"
    hint="You are in once the organiser has your fee, until the start."
    options={chosenPots(rules).map(pot => ({ value: pot.key, label: potLabel(pot) }))}
    values={pots}
  />
)

// CSS hides the list, so that a choice before hydration shows it too.
const sharing = css({
  column: '3',
  '&:not(:has([value=some]:checked)) > :last-child': { display: 'none' },
})

interface SharedPotsProps {
  rules: RulesJson
  pots: 'all' | readonly string[]
}

/** Winnings of the boat of which its backers get their percentage. */
export const SharedPots = ({ rules, pots }: SharedPotsProps) => (
  <div className={sharing}>
    <RadioGroup
      label="Backers share"
      name="sharing"
      defaultValue={pots === 'all' ? 'all' : 'some'}
      options={[
        { value: 'all', label: 'Everything the boat wins', hint: 'Jackpots included.' },
        { value: 'some', label: 'Only what it wins in some jackpots' },
      ]}
    />
    <TickGroup
      label="Shared with backers"
      name="sharedPots"
      options={rules.pots.map(({ key, name }) => ({ value: key, label: name }))}
      values={pots === 'all' ? [] : pots}
    />
  </div>
)

export const sharedPotsIn = (data: FormData): 'all' | string[] =>
  textOf(data, 'sharing') === 'some' ? ticksIn(data, 'sharedPots') : 'all'

export function checkSharing(data: FormData): FieldErrors {
  const pots = sharedPotsIn(data)
  return pots !== 'all' && pots.length === 0 ? { sharing: 'Tick at least one, or share everything' } : {}
}

/** Returns whether captains state more about jackpots. */
export const havePots = (rules: RulesJson | null): rules is RulesJson =>
  rules !== null && rules.pots.length > 0

/** Fields of a boat that enters. */
export const PotTermsFields = ({ rules }: { rules: RulesJson }) => (
  <>
    {chosenPots(rules).length > 0 && <PotsWanted rules={rules} pots={[]} />}
    <SharedPots rules={rules} pots="all" />
    <GoalPartsFields parts={undefined} />
  </>
)

export function potTermsIn(data: FormData) {
  const goalParts = goalPartsIn(data)
  return {
    potsWanted: ticksIn(data, 'potsWanted'),
    sharedPots: sharedPotsIn(data),
    ...(goalParts.length > 0 && { goalParts }),
  }
}

export const checkPotTerms = (data: FormData): FieldErrors => ({
  ...checkSharing(data),
  ...checkGoalParts(data),
})

type GoalPart = NonNullable<Entry['goalParts']>[number] & { id: number }

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
  const [parts, setParts] = useState<GoalPart[]>(() =>
    (initialParts ?? []).map((one, id) => ({ ...one, id })),
  )
  const { list: rows, focusAdded, focusList } = useRowFocus()
  const change = (id: number, values: Partial<GoalPart>) =>
    setParts(parts.map(one => (one.id === id ? { ...one, ...values } : one)))
  const add = () => {
    setParts([...parts, { id: Math.max(-1, ...parts.map(({ id }) => id)) + 1, name: '', amount: '' }])
    focusAdded()
  }
  const remove = (id: number) => {
    focusList()
    setParts(parts.filter(one => one.id !== id))
  }
  return (
    <Stack gap="3">
      <Stack gap="1">
        <Text as="div" look="label">
          What the Goal Pays For
        </Text>
        <Muted small>Optional, for backers to read. The parts add up to the goal.</Muted>
      </Stack>
      <ul ref={rows} tabIndex={-1} className={list}>
        {parts.map(({ id, name, amount }, index) => (
          <li key={id} className={part}>
            <Field
              label="Part"
              name={nameField(index)}
              autoComplete="off"
              placeholder="Entry fee"
              value={name}
              onChange={event => change(id, { name: event.currentTarget.value })}
              required
            />
            <NumberField
              label="Amount"
              name={amountField(index)}
              prefix="$"
              min={0.01}
              value={amount}
              onChange={event => change(id, { amount: event.currentTarget.value })}
              required
            />
            <IconButton label={`Remove ${name || 'this part'}`} onClick={() => remove(id)}>
              <Trash2 size={20} />
            </IconButton>
          </li>
        ))}
      </ul>
      {parts.length < limits.goalParts && (
        <Row>
          <Button variant="secondary" size="sm" onClick={add}>
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
