import { useBoot } from '#client/lib/boot.tsx'
import { textOf, toastFailure, untilTheNextPage } from '#client/lib/submit.ts'
import { toastAfterNavigation } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { createTournament } from '#client/tournaments/api/tournaments.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import {
  checkTournament,
  closingIn,
  instantIn,
  payoutDaysIn,
  publicLogIn,
  TournamentFields,
  tournamentMessages,
} from './tournament-fields.tsx'

async function create(data: FormData, renderedAt: number): Promise<void> {
  const optional = (name: string) => {
    const value = textOf(data, name).trim()
    return value === '' ? {} : { [name]: value }
  }
  const { id } = await createTournament({
    body: {
      name: textOf(data, 'name'),
      ...optional('description'),
      ...optional('location'),
      startDate: instantIn(data, 'startDate'),
      endDate: instantIn(data, 'endDate'),
      ...closingIn(data, renderedAt),
      payoutDays: payoutDaysIn(data),
      ...optional('prizePool'),
      ...publicLogIn(data),
      status: 'upcoming',
    },
  })
  toastAfterNavigation({
    title: 'Success',
    description: 'Tournament created successfully.',
    link: { label: 'Open it', href: paths.manageTournament(id) },
  })
  location.assign(paths.home())
  await untilTheNextPage()
}

export function CreateTournamentForm() {
  const { now } = useBoot()
  return (
    <Form
      onSubmit={data => create(data, now)}
      onError={error => toastFailure(error, 'Failed to create tournament. Please try again.')}
      messages={tournamentMessages}
      check={checkTournament}
    >
      <TournamentFields />
      <FormActions>
        <SubmitButton>Create Tournament</SubmitButton>
        <LinkButton href={paths.home()} variant="secondary">
          Cancel
        </LinkButton>
      </FormActions>
    </Form>
  )
}
