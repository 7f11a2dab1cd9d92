import { useRef, useState } from 'react'
import { useBoot, type Viewer } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { BackedPotTerms } from '#client/money/backed-pots.tsx'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { BottomBar } from '#client/ui/layout/bottom-bar.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { textRules } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { handoverTexts } from '#contract/money/handover-texts.ts'
import { dollars, formatCents, hundredthsOf } from '#contract/money.ts'
import { shortName } from '#contract/names.ts'
import type { EntryWithTournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { amountMessages, amountProblem, firstAmount, remainingOf } from './amount.ts'
import { AmountField } from './amount-field.tsx'
import { CardFields } from './card-fields.tsx'
import { type Checkout, Declined, IncompleteForm, type PaymentForm, testPaymentForm } from './checkout.ts'
import { BestCase, FundingSummary } from './funding-summary.tsx'
import { Notice } from './notice.tsx'
import { FoldedTerms, stakeOfEntry } from './stake-terms.tsx'

const submit = css({ flex: '2 1 9rem' })
const small = css({ textStyle: 'small', color: 'inkMuted', textAlign: 'center', overflowWrap: 'anywhere' })

/** Cents, or null if invalid. */
const payable = (text: string, remaining: number): number | null =>
  amountProblem(text, remaining) === null ? hundredthsOf(text.trim()) : null

const toastUnlessShown = (error: unknown): string | null =>
  error instanceof Declined || error instanceof IncompleteForm
    ? null
    : toastFailure(error, texts.failed, 'Funding Failed')

/** A refused payment, not about a field: its text says what happens to the money. */
const isRefusal = (error: unknown): error is RequestError =>
  error instanceof RequestError &&
  (error.status === 403 || error.status === 409) &&
  error.issues === undefined

export interface FundingFormProps {
  entry: EntryWithTournament
  viewer: Viewer
  checkout: Checkout
  notice: string | null
}

export function FundingForm({ entry, viewer, checkout, notice }: FundingFormProps) {
  const { payments, search } = useBoot()
  const remaining = remainingOf(entry)
  const [text, setText] = useState(() => firstAmount(search, remaining))
  const [refusal, setRefusal] = useState<string | null>(null)
  const paymentForm = useRef<PaymentForm | null>(payments === 'test' ? testPaymentForm : null)
  const cents = payable(text, remaining)

  const check = (data: FormData) => {
    const amount = textOf(data, 'amount')
    // Autofill may fire no event: charge only the shown amount.
    if (amount !== text) {
      setText(amount)
      return { amount: texts.amountChanged }
    }
    const problem = amountProblem(amount, remaining)
    return {
      ...tooLong(data, { message: textRules.fundingMessage }),
      ...(problem !== null && { amount: problem }),
    }
  }

  const fund = async (data: FormData) => {
    setRefusal(null)
    if (paymentForm.current === null) throw new Declined(texts.unreachable)
    const amount = formatCents(hundredthsOf(textOf(data, 'amount').trim()) ?? 0)
    const message = textOf(data, 'message').trim() || null
    const { fundingGoal, payoutPercentage, ifGoalMissed, sharedPots } = entry
    const terms = { fundingGoal, payoutPercentage, ifGoalMissed, ...(sharedPots && { sharedPots }) }
    const order = { userId: viewer.id, entryId: entry.id, amount, message, terms }
    await checkout.pay(order, paymentForm.current)
  }

  const fail = (error: unknown) => {
    const message = toastUnlessShown(error)
    if (!(error instanceof Declined || isRefusal(error))) return message
    setRefusal(error.message)
    return null
  }

  return (
    <Form onSubmit={fund} onError={fail} check={check} messages={amountMessages(remaining)}>
      {notice !== null && refusal === null && <Notice title="Funding Failed">{notice}</Notice>}
      <AmountField remaining={remaining} text={text} onType={setText} />
      <TextareaField
        label="Message for the Captain"
        name="message"
        hint="Optional. The captain can reply to you."
        rows={3}
      />
      <FundingSummary entry={entry} cents={cents} />
      <FoldedTerms stake={stakeOfEntry(entry)}>
        {entry.tournament.ruled && (
          <BackedPotTerms {...entry} entryId={entry.id} boat={entry.boat.name} isFolded />
        )}
      </FoldedTerms>
      {payments !== 'test' && (
        <CardFields
          cents={cents ?? Math.min(remaining, limits.fundingMinCents)}
          entryId={entry.id}
          onPaymentForm={ready => {
            paymentForm.current = ready
          }}
        />
      )}
      {refusal !== null && <Notice title="Funding Failed">{refusal}</Notice>}
      <BottomBar>
        <Row gap="3">
          <BestCase entry={entry} cents={cents} />
          <SubmitButton size="lg" className={submit}>
            {cents === null ? 'Fund' : `Fund ${dollars(cents)}`}
          </SubmitButton>
        </Row>
      </BottomBar>
      <Stack gap="3">
        <p className={small}>
          By funding you agree to the <TextLink href={paths.legal('terms')}>Terms of Service</TextLink>.
        </p>
        <p className={small}>Funding as: {shortName(viewer)}</p>
        <p className={small}>Secure payment processing • Funds held until tournament completion</p>
        <p className={small}>{handoverTexts.mayComeEarlier}</p>
      </Stack>
    </Form>
  )
}
