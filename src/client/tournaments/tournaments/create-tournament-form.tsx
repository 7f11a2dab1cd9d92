import type { ReactNode } from 'react'
import { leaveFor, textOf, toastFailure } from '#client/lib/submit.ts'
import { useRetryId } from '#client/lib/use-retry-id.ts'
import { paths } from '#client/paths.ts'
import { createTournament } from '#client/tournaments/api/tournaments.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import {
  checkTournament,
  closingIn,
  instantIn,
  payoutDaysIn,
  publicLogIn,
  TournamentFields,
  tournamentMessages,
} from './tournament-fields.tsx'

export interface CreateTournamentFormProps {
  /** Chooses how it is scored. */
  scoring: ReactNode
  scoringIn(
    data: FormData,
    dates: { startDate: string; endDate: string },
  ): Promise<{ rules?: RulesJson | null }>
  /** Returns whether the rules page comes next. */
  changesRules(data: FormData): boolean
}

async function create(
  data: FormData,
  { scoringIn, changesRules }: CreateTournamentFormProps,
  idOf: ReturnType<typeof useRetryId>,
): Promise<void> {
  const optional = (name: string) => {
    const value = textOf(data, name).trim()
    return value === '' ? {} : { [name]: value }
  }
  const dates = { startDate: instantIn(data, 'startDate'), endDate: instantIn(data, 'endDate') }
  const body = {
    name: textOf(data, 'name'),
    ...optional('description'),
    ...optional('location'),
    ...dates,
    ...closingIn(data),
    payoutDays: payoutDaysIn(data),
    ...optional('prizePool'),
    ...(await scoringIn(data, dates)),
    ...publicLogIn(data),
    status: 'upcoming',
  }
  const { id } = await createTournament({ body: { ...body, id: idOf(body) } })
  await leaveFor(changesRules(data) ? paths.manageTournament(id, 'rules') : paths.tournament(id), {
    toast: { title: 'Success', description: 'Tournament created successfully.' },
  })
}

export function CreateTournamentForm(props: CreateTournamentFormProps) {
  const idOf = useRetryId()
  return (
    <Form
      onSubmit={data => create(data, props, idOf)}
      onError={error => toastFailure(error, 'Failed to create tournament. Please try again.')}
      messages={tournamentMessages}
      check={checkTournament}
    >
      <TournamentFields />
      {props.scoring}
      <FormActions>
        <SubmitButton>Create Tournament</SubmitButton>
        <LinkButton href={paths.home()} variant="secondary">
          Cancel
        </LinkButton>
      </FormActions>
    </Form>
  )
}
