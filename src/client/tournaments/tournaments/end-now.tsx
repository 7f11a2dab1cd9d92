import Flag from 'lucide-react/icons/flag'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatDateTime } from '#client/domain/dates.ts'
import { serverNow } from '#client/lib/server-time.ts'
import { toast } from '#client/lib/toast.ts'
import { changeTournament } from '#client/tournaments/api/tournaments.ts'
import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

/** Moves the end of a running tournament to now. */
export function EndNow({ tournament }: { tournament: Tournament }) {
  const change = useApiMutation(changeTournament, 'Failed to end the tournament. Please try again.')
  if (tournament.status !== 'active') return null

  const end = async () => {
    const now = serverNow()
    const { fundingClosesAt } = tournament
    // It can't close after the end.
    const closesLater = fundingClosesAt !== null && Date.parse(fundingClosesAt) > now
    await change.send({
      params: { id: tournament.id },
      body: { endDate: new Date(now).toISOString(), ...(closesLater && { fundingClosesAt: null }) },
    })
    toast({ title: 'Tournament ended', description: 'Confirm what each boat won under Results.' })
  }

  return (
    <ConfirmButton
      label={
        <>
          <Flag size={20} />
          End Now
        </>
      }
      variant="secondary"
      title={`End ${tournament.name} now?`}
      description={`It ends for everyone at once, not ${formatDateTime(tournament.endDate, 'local')}, and funding closes for good. You can still weigh in catches from before, and confirm the results.`}
      confirmLabel="End Now"
      cancelLabel="Keep It Running"
      onConfirm={end}
      onError={change.fail}
    />
  )
}

export function EndSection({ tournament }: { tournament: Tournament }) {
  if (tournament.status !== 'active') return null
  return (
    <Section id="end" title="End">
      <Stack align="start">
        <Muted prose>Ends the tournament before its time, when the last boat is in.</Muted>
        <EndNow tournament={tournament} />
      </Stack>
    </Section>
  )
}
