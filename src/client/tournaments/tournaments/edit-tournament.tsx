import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { localOfInstant } from '#client/domain/dates.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { serverNow } from '#client/lib/now.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { changeTournament } from '#client/tournaments/api/tournaments.ts'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import {
  checkTournament,
  closingIn,
  instantIn,
  payoutDaysIn,
  publicLogIn,
  TournamentFields,
  TournamentTexts,
  tournamentMessages,
} from './tournament-fields.tsx'

interface Props {
  tournament: TournamentSummary
  role: TournamentRole
}

export function EditTournament({ tournament, role }: Props) {
  const isOrganiser = role === 'organiser'
  const { now } = useBoot()
  const change = useApiMutation(changeTournament, 'Failed to save the tournament. Please try again.')

  const save = async (data: FormData) => {
    const body = isOrganiser ? changesIn(data, tournament, now) : textsIn(data)
    await change.send({ params: { id: tournament.id }, body })
    toast({ title: 'Saved', description: 'Everybody sees the changes now.' })
  }

  return (
    <Section
      id="edit"
      title="Edit"
      description={isOrganiser ? undefined : 'The organiser changes dates, funding and the prize pool.'}
    >
      {tournament.status === 'cancelled' ? (
        <p>This tournament is cancelled and can no longer be changed.</p>
      ) : (
        <FormCard>
          <Form onSubmit={save} onError={change.fail} messages={tournamentMessages} check={checkTournament}>
            {isOrganiser ? (
              <TournamentFields tournament={tournament} />
            ) : (
              <TournamentTexts tournament={tournament} />
            )}
            <FormActions>
              <SubmitButton>Save Changes</SubmitButton>
            </FormActions>
          </Form>
        </FormCard>
      )}
    </Section>
  )
}

const orNull = (data: FormData, name: string) => textOf(data, name).trim() || null

const textsIn = (data: FormData) => ({
  name: textOf(data, 'name'),
  description: orNull(data, 'description'),
  location: orNull(data, 'location'),
})

/** Unchanged dates are omitted: the field drops the seconds. */
function changesIn(data: FormData, tournament: TournamentSummary, renderedAt: number) {
  const date = (name: 'startDate' | 'endDate') =>
    textOf(data, name) === localOfInstant(tournament[name]) ? {} : { [name]: instantIn(data, name) }
  return {
    ...textsIn(data),
    payoutDays: payoutDaysIn(data),
    prizePool: orNull(data, 'prizePool'),
    ...date('startDate'),
    ...date('endDate'),
    ...closingIn(data, renderedAt),
    ...publicLogIn(data, tournament, serverNow(renderedAt)),
  }
}
