import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { withdrawEntry } from '#client/tournaments/api/entries.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { textRules } from '#contract/field-texts.ts'
import { formatMoney } from '#contract/money.ts'
import { counted } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

interface Props {
  entry: Entry
}

function useWithdrawal({ id, boat }: Entry) {
  const withdrawal = useApiMutation(withdrawEntry, 'Failed to withdraw the entry. Please try again.')

  const withdraw = async (reason?: string) => {
    await withdrawal.send({ params: { id }, ...(reason !== undefined && { body: { reason } }) })
    toast({ title: 'Entry withdrawn', description: `${boat.name} is out of the tournament.` })
    // The button is gone.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return { withdraw, fail: withdrawal.fail }
}

const labelOf = ({ boat }: Entry) => (
  <>
    Withdraw<VisuallyHidden> {boat.name}</VisuallyHidden>
  </>
)

/** @param needsReason once the tournament has started */
export function WithdrawEntry({ entry, needsReason = false }: Props & { needsReason?: boolean }) {
  const { withdraw, fail } = useWithdrawal(entry)
  const about = {
    label: labelOf(entry),
    variant: 'ghost' as const,
    title: `Withdraw ${entry.boat.name}?`,
    description: withdrawalText(entry),
  }
  if (needsReason)
    return <DialogButton {...about}>{close => <ReasonForm entry={entry} onCancel={close} />}</DialogButton>
  return (
    <ConfirmButton
      {...about}
      confirmLabel="Withdraw Entry"
      cancelLabel="Keep It"
      destructive
      onConfirm={() => withdraw()}
      onError={fail}
    />
  )
}

const messages: Messages = {
  reason: {
    valueMissing: textRules.refundReason.required,
    tooLong: textRules.refundReason.tooLong,
  },
}

function ReasonForm({ entry, onCancel }: Props & { onCancel(): void }) {
  const { withdraw, fail } = useWithdrawal(entry)
  return (
    <Form onSubmit={data => withdraw(textOf(data, 'reason'))} onError={fail} messages={messages}>
      <TextareaField
        label="Reason"
        name="reason"
        hint="The backers read it with their refund."
        rows={3}
        maxLength={textRules.refundReason.max}
        counter
        required
      />
      <DialogActions submit="Withdraw Entry" cancel="Keep It" variant="destructive" onCancel={onCancel} />
    </Form>
  )
}

function withdrawalText({ currentFunding, backerCount }: Entry): string {
  const money =
    currentFunding === '0.00'
      ? 'It has no fundings, so no money moves.'
      : `${formatMoney(currentFunding)} from ${counted(backerCount, 'backer')} goes back to them in full.`
  return `${money} Its catches and updates no longer count or show, and the others move up.`
}
