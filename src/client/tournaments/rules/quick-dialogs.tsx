import { useState } from 'react'
import { textOf } from '#client/lib/submit.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { Field, NumberField } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import type { FieldErrors, Messages } from '#client/ui/forms/form-rules.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { fieldTexts } from '#contract/field-texts.ts'
import { centsOf, dollars } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { css } from '#styled/css/index.js'
import { moneyIn } from './cells.tsx'
import { jackpotCategory, withPot } from './quick-rules.ts'
import type { RulesDraft } from './rules-draft.ts'
import { categoryOptions } from './species-rows.tsx'
import { splitIn, splitPattern, splitTitle } from './split-text.ts'

export type Quick = 'jackpot' | 'prize'

interface QuickDialogProps {
  /** Null if closed. */
  kind: Quick | null
  draft: RulesDraft
  /** Boats that are entered now. */
  boats: number
  onClose(): void
  onDone(change: (draft: RulesDraft) => RulesDraft): void
}

/** Adds a pot with its award in one step. Outside the form of the rules, which would be sent too. */
export const QuickDialog = ({ kind, draft, boats, onClose, onDone }: QuickDialogProps) => (
  <Dialog
    open={kind !== null}
    onOpenChange={open => !open && onClose()}
    title={kind === 'prize' ? 'Add a Prize' : 'Add a Jackpot'}
    description={
      kind === 'prize'
        ? 'All boats are in it.'
        : 'Boats choose to be in it. You confirm those whose fee is paid, until the start.'
    }
  >
    {kind !== null && (
      <QuickForm
        kind={kind}
        draft={draft}
        boats={boats}
        onCancel={onClose}
        onDone={change => {
          onDone(change)
          onClose()
        }}
      />
    )}
  </Dialog>
)

// CSS hides the fields, as in the tournament's own fields.
const withOwn = css({
  column: '5',
  '&:not(:has([value=own]:checked)) > :last-child': { display: 'none' },
})
const withSpecies = css({
  column: '5',
  '&:not(:has(option[value=species]:checked)) > :last-child': { display: 'none' },
})

const splits = ['70/30', '60/40', '60/25/15']
const messages: Messages = {
  amount: { valueMissing: fieldTexts.amountInvalid, stepMismatch: fieldTexts.amountInvalid },
}

function check(data: FormData): FieldErrors {
  const isSpeciesMissing = textOf(data, 'for') === 'species' && textOf(data, 'species').trim() === ''
  const isSplitMissing = textOf(data, 'split') === 'own' && splitIn(textOf(data, 'ownSplit')).length === 0
  return {
    ...(isSpeciesMissing && { species: 'Enter the species' }),
    ...(isSplitMissing && { ownSplit: splitTitle }),
  }
}

interface QuickFormProps extends Pick<QuickDialogProps, 'draft' | 'boats' | 'onDone'> {
  kind: Quick
  onCancel(): void
}

/** Returns "10 boats = $5,000", or undefined if there is no boat or no fee yet. */
function feesText(fee: string | null, boats: number): string | undefined {
  if (fee === null || boats === 0) return undefined
  return `${countText(boats, 'boat')} = ${dollars(centsOf(fee) * boats)}`
}

function QuickForm({ kind, draft, boats, onCancel, onDone }: QuickFormProps) {
  const isPrize = kind === 'prize'
  const [species, setSpecies] = useState('')
  const [fee, setFee] = useState<string | null>(null)
  const submit = (data: FormData) => {
    const of =
      textOf(data, 'for') === 'species'
        ? { species: textOf(data, 'species').trim() }
        : { category: textOf(data, 'for') }
    const split = splitIn(textOf(data, textOf(data, 'split') === 'own' ? 'ownSplit' : 'split'))
    const prize = { name: textOf(data, 'name').trim(), of, split }
    const amount = moneyIn(textOf(data, 'amount')) ?? '0.00'
    onDone(before =>
      withPot(
        before,
        prize,
        isPrize
          ? { entry: 'all', fee: null, payback: 100, added: amount }
          : { entry: 'chosen', fee: amount, payback: Number(textOf(data, 'payback')), added: null },
      ),
    )
  }
  return (
    <Form onSubmit={submit} check={check} messages={messages}>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        required
        maxLength={60}
        placeholder={isPrize ? 'e.g. Biggest Fish' : 'e.g. Dolphin Jackpot'}
      />
      <NumberField
        label={isPrize ? 'Prize Money' : 'Fee per Boat'}
        name="amount"
        prefix="$"
        min={0}
        hint={isPrize ? undefined : feesText(fee, boats)}
        required
        onInput={event => setFee(moneyIn(event.currentTarget.value))}
      />
      <div className={withSpecies}>
        <SelectField
          label="For"
          name="for"
          defaultValue={(isPrize ? draft.categories.at(-1) : jackpotCategory(draft))?.key ?? 'species'}
          options={[
            ...categoryOptions(draft),
            {
              value: 'species',
              label: species === '' ? 'The heaviest of a species' : `The heaviest ${species}`,
            },
          ]}
        />
        <Field
          label="Species"
          name="species"
          autoComplete="off"
          autoCapitalize="words"
          maxLength={60}
          onInput={event => setSpecies(event.currentTarget.value.trim())}
        />
      </div>
      <div className={withOwn}>
        <RadioGroup
          label="Split by Place"
          name="split"
          inline
          defaultValue="100"
          options={[
            { value: '100', label: 'Winner takes all' },
            ...splits.map(value => ({ value, label: value })),
            { value: 'own', label: 'Other' },
          ]}
        />
        <Field
          label="Other Split"
          name="ownSplit"
          autoComplete="off"
          pattern={splitPattern}
          title={splitTitle}
          hint="Percent by place, such as 50/30/20."
        />
      </div>
      {!isPrize && (
        <NumberField
          label="Paid Out"
          name="payback"
          min={0}
          max={100}
          suffix="%"
          hint="Of the fees; you keep the rest."
          defaultValue={100}
          required
        />
      )}
      <DialogActions submit={isPrize ? 'Add Prize' : 'Add Jackpot'} onCancel={onCancel} />
    </Form>
  )
}
