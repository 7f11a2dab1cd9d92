import { useQueryClient } from '@tanstack/react-query'
import { changeOf, invalidate } from '#client/api/invalidate.ts'
import { formatMoney } from '#client/domain/money.ts'
import { counted } from '#client/domain/numbers.ts'
import { request } from '#client/lib/request.ts'
import { tellFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Entry } from '#contract/tournaments.ts'
import { entryPath } from './entries.queries.ts'

interface Props {
  entry: Entry
  tournamentId: string
}

/** Takes a boat out of a tournament that is not over, after saying what that does. */
export function WithdrawEntry({ entry, tournamentId }: Props) {
  const client = useQueryClient()

  const withdraw = async () => {
    await request('DELETE', entryPath(entry.id))
    await invalidate(client, changeOf(tournamentId))
    toast({ title: 'Entry withdrawn', description: `${entry.boat.name} is out of the tournament.` })
    // The button that asked is gone.
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
      onError={error => tellFailure(error, 'Failed to withdraw the entry. Please try again.')}
    />
  )
}

/** What withdrawing an entry does, with its figures. */
function withdrawalText({ currentFunding, backerCount }: Entry): string {
  const money =
    currentFunding === '0.00'
      ? 'Nobody has funded it, so no money moves.'
      : `${formatMoney(currentFunding)} from ${counted(backerCount, 'backer')} goes back to them in full.`
  return `${money} Its catches and updates no longer count or show, and the others move up.`
}
