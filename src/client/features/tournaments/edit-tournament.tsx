import { changeTournament } from '#client/api/tournaments.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { localOfInstant } from '#client/domain/dates.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import type { TournamentSummary } from '#contract/tournaments.ts'
import {
  checkTournament,
  closingIn,
  instantIn,
  payoutDaysIn,
  TournamentFields,
  tournamentMessages,
} from './tournament-fields.tsx'

export function EditTournament({ tournament }: { tournament: TournamentSummary }) {
  const { now } = useBoot()
  const change = useApiMutation(changeTournament, 'Failed to save the tournament. Please try again.')

  const save = async (data: FormData) => {
    await change.send({ params: { id: tournament.id }, body: changesIn(data, tournament, now) })
    toast({ title: 'Saved', description: 'Everybody sees the changes now.' })
  }

  return (
    <Section id="edit" title="Edit">
      {tournament.status === 'cancelled' ? (
        <p>This tournament is cancelled and can no longer be changed.</p>
      ) : (
        <FormCard>
          <Form onSubmit={save} onError={change.fail} messages={tournamentMessages} check={checkTournament}>
            <TournamentFields tournament={tournament} />
            <FormActions>
              <SubmitButton>Save Changes</SubmitButton>
            </FormActions>
          </Form>
        </FormCard>
      )}
    </Section>
  )
}

/** Unchanged dates are omitted: the field drops the seconds. */
function changesIn(data: FormData, tournament: TournamentSummary, renderedAt: number) {
  const date = (name: 'startDate' | 'endDate') =>
    textOf(data, name) === localOfInstant(tournament[name]) ? {} : { [name]: instantIn(data, name) }
  const orNull = (name: string) => textOf(data, name).trim() || null
  return {
    name: textOf(data, 'name'),
    description: orNull('description'),
    location: orNull('location'),
    payoutDays: payoutDaysIn(data),
    prizePool: orNull('prizePool'),
    ...date('startDate'),
    ...date('endDate'),
    ...closingIn(data, renderedAt),
  }
}
