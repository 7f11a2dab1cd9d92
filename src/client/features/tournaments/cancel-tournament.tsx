import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import { changeTournament, organiserViewQuery } from '#client/api/tournaments.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatMoney } from '#client/domain/money.ts'
import { toast } from '#client/lib/toast.ts'
import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { OrganiserView } from '#contract/catches.ts'
import type { Tournament } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'

const text = css({ color: 'inkMuted', maxWidth: 'prose' })

/** Irreversible. */
export function CancelTournament({ tournament }: { tournament: Tournament }) {
  const change = useApiMutation(changeTournament, 'Failed to cancel the tournament. Please try again.')
  if (tournament.status === 'cancelled') return null

  const cancel = async () => {
    await change.send({ params: { id: tournament.id }, body: { status: 'cancelled' } })
    toast({ title: 'Tournament cancelled', description: 'What was funded is on its way back.' })
  }

  return (
    <Section id="cancel" title="Cancel">
      <Stack align="start">
        <p className={text}>
          Calls the tournament off and gives every backer the money back. This cannot be undone.
        </p>
        <ConfirmButton
          label={
            <>
              <Ban size={20} aria-hidden />
              Cancel Tournament
            </>
          }
          variant="destructive"
          title={`Cancel ${tournament.name}?`}
          description={<Consequences tournament={tournament} />}
          confirmLabel="Cancel Tournament"
          cancelLabel="Keep It"
          destructive
          onConfirm={cancel}
          onError={change.fail}
        />
      </Stack>
    </Section>
  )
}

function Consequences({ tournament: { id, entries } }: { tournament: Tournament }) {
  const { data } = useQuery(organiserViewQuery(id))
  if (!data) return 'Loading...'
  return consequences(entries.length, data.held)
}

export function consequences(boats: number, { fundings, amount }: OrganiserView['held']): string {
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
