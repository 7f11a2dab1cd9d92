import { withdrawEntry } from '#client/api/entries.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatMoney } from '#client/domain/money.ts'
import { counted } from '#client/domain/numbers.ts'
import { toast } from '#client/lib/toast.ts'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Entry } from '#contract/tournaments.ts'

export function WithdrawEntry({ entry }: { entry: Entry }) {
  const withdrawal = useApiMutation(withdrawEntry, 'Failed to withdraw the entry. Please try again.')

  const withdraw = async () => {
    await withdrawal.send({ params: { id: entry.id } })
    toast({ title: 'Entry withdrawn', description: `${entry.boat.name} is out of the tournament.` })
    // The button is gone.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <ConfirmButton
      label={
        <>
          Withdraw<VisuallyHidden> {entry.boat.name}</VisuallyHidden>
        </>
      }
      variant="ghost"
      title={`Withdraw ${entry.boat.name}?`}
      description={withdrawalText(entry)}
      confirmLabel="Withdraw Entry"
      cancelLabel="Keep It"
      destructive
      onConfirm={withdraw}
      onError={withdrawal.fail}
    />
  )
}

function withdrawalText({ currentFunding, backerCount }: Entry): string {
  const money =
    currentFunding === '0.00'
      ? 'It has no fundings, so no money moves.'
      : `${formatMoney(currentFunding)} from ${counted(backerCount, 'backer')} goes back to them in full.`
  return `${money} Its catches and updates no longer count or show, and the others move up.`
}
