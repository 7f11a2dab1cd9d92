import { textOf } from '#client/lib/submit.ts'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { textRules } from '#contract/field-texts.ts'
import { type PayoutMethod, payoutMethodNames, payoutMethods } from '#contract/money/payout-method.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import type { PayoutDestination } from '#contract/money/payouts.ts'

const isMethod = (value: string): value is PayoutMethod => payoutMethods.some(method => method === value)

/** The server's texts, for native validation. */
export const payoutMessages: Messages = {
  kind: { valueMissing: payoutTexts.methodInvalid },
  details: {
    valueMissing: textRules.payoutDetails.required,
    tooLong: textRules.payoutDetails.tooLong,
  },
}

/** Returns the destination, or null if no method is chosen. */
export function destinationIn(data: FormData): PayoutDestination | null {
  const kind = textOf(data, 'kind')
  return isMethod(kind) ? { kind, details: textOf(data, 'details') } : null
}

/** Destination of winnings. */
export const PayoutFields = ({ destination }: { destination: PayoutDestination | null }) => (
  <>
    <SelectField
      label="How do you want to be paid?"
      name="kind"
      required
      defaultValue={destination?.kind ?? ''}
      placeholder="Choose"
      options={payoutMethods.map(value => ({ value, label: payoutMethodNames[value] }))}
    />
    <TextareaField
      label="Details"
      name="details"
      required
      rows={2}
      maxLength={textRules.payoutDetails.max}
      defaultValue={destination?.details}
      hint="Such as your Venmo name, the email address of your PayPal account, or the holder and number of your bank account. Never a password or a card number."
    />
  </>
)
