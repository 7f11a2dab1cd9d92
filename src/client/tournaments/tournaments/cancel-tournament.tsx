import Ban from 'lucide-react/icons/ban'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { changeTournament } from '#client/tournaments/api/tournaments.ts'
import { ReasonForm } from '#client/ui/forms/reason-form.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Opener } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import { formatMoney } from '#contract/money.ts'
import type { OrganiserView } from '#contract/tournaments/catches.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

interface CancelTournamentProps {
  tournament: Tournament
  held: OrganiserView['held']
}

/** Irreversible. */
export function CancelTournament({ tournament, held }: CancelTournamentProps) {
  const change = useApiMutation(changeTournament, 'Failed to cancel the tournament. Please try again.')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {tournament.status !== 'cancelled' && (
        <Section id="cancel" title="Cancel">
          <Stack align="start">
            <Muted prose>
              Calls the tournament off and gives every backer the money back. This cannot be undone.
            </Muted>
            <Opener
              label={
                <>
                  <Ban size={20} />
                  Cancel Tournament
                </>
              }
              variant="destructive"
              onOpen={() => setOpen(true)}
            />
          </Stack>
        </Section>
      )}
      <Dialog
        open={isOpen}
        title={`Cancel ${tournament.name}?`}
        description={held && consequences(tournament.entries.length, held)}
        onOpenChange={close}
      >
        {isOpen && (
          <ReasonForm
            hint="Everyone sees it on the tournament's page, and backers read it with their refund."
            rule={textRules.refundReason}
            submit="Cancel Tournament"
            cancel="Keep It"
            destructive
            onError={change.fail}
            onCancel={close}
            onReason={async reason => {
              await change.send({ params: { id: tournament.id }, body: { status: 'cancelled', reason } })
              toast({ title: 'Tournament cancelled' })
              close()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

export function consequences(
  boats: number,
  { fundings, amount }: NonNullable<OrganiserView['held']>,
): string {
  const money =
    fundings === 0
      ? 'No boat has been funded yet, so no money moves.'
      : `${fundings} ${fundings === 1 ? 'funding goes' : 'fundings go'} back in full, ${formatMoney(amount)} altogether.`
  const end =
    boats === 0
      ? 'It takes no more boats.'
      : `It is over for ${boats === 1 ? 'its boat' : `its ${boats} boats`}.`
  return `${money} ${end} This cannot be undone.`
}
