import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { withdrawEntry } from '#client/tournaments/api/entries.ts'
import { ReasonForm } from '#client/ui/forms/reason-form.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import { formatMoney } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

interface WithdrawProps {
  entry: Entry
  /** True once the tournament has started. */
  needsReason?: boolean
}

export function WithdrawEntry({ entry, needsReason = false }: WithdrawProps) {
  const { id, boat } = entry
  const withdrawal = useApiMutation(withdrawEntry, 'Failed to withdraw the entry. Please try again.')
  const withdraw = async (reason?: string) => {
    await withdrawal.send({ params: { id }, ...(reason !== undefined && { body: { reason } }) })
    toast({ title: 'Entry withdrawn', description: `${boat.name} is out of the tournament.` })
    // The button is gone.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const opener = {
    label: 'Withdraw',
    about: ` ${boat.name}`,
    variant: 'ghost' as const,
    title: `Withdraw ${boat.name}?`,
    description: withdrawalText(entry),
  }
  if (needsReason)
    return (
      <DialogButton {...opener}>
        {close => (
          <ReasonForm
            hint="The backers read it with their refund."
            rule={textRules.refundReason}
            submit="Withdraw Entry"
            cancel="Keep It"
            destructive
            onReason={withdraw}
            onError={withdrawal.fail}
            onCancel={close}
          />
        )}
      </DialogButton>
    )
  return (
    <ConfirmButton
      {...opener}
      confirmLabel="Withdraw Entry"
      cancelLabel="Keep It"
      destructive
      onConfirm={() => withdraw()}
      onError={withdrawal.fail}
    />
  )
}

function withdrawalText({ currentFunding, backerCount }: Entry): string {
  const money =
    currentFunding === '0.00'
      ? 'It has no fundings, so no money moves.'
      : `${formatMoney(currentFunding)} from ${countText(backerCount, 'backer')} goes back to them in full.`
  return `${money} Its catches and updates no longer count or show, and the others move up.`
}
