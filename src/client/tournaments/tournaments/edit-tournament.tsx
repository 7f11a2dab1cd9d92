import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatDateRange, localOfInstant } from '#client/domain/dates.ts'
import { hasDayOutside } from '#client/domain/fishing-days.ts'
import { serverNow } from '#client/lib/server-time.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { changeTournament } from '#client/tournaments/api/tournaments.ts'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import type { Day } from '#contract/tournaments/scoring/rules.ts'
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
  /** Of the rules. */
  days: readonly Day<string>[]
}

export function EditTournament({ tournament, role, days }: Props) {
  const isOrganiser = role === 'organiser'
  const change = useApiMutation(changeTournament, 'Failed to save the tournament. Please try again.')

  /** @param daysBehind days of the rules that it leaves behind */
  const send = async (body: Parameters<typeof change.send>[0]['body'], daysBehind: string | null = null) => {
    await change.send({ params: { id: tournament.id }, body })
    toast({
      title: 'Saved',
      ...(daysBehind === null
        ? { description: 'Everybody sees the changes now.' }
        : {
            description: `The fishing days of the rules are still ${daysBehind}: move them under Rules.`,
            link: { label: 'Rules', href: paths.manageTournament(tournament.id, 'rules') },
          }),
    })
  }

  const save = async (data: FormData) => {
    if (!isOrganiser) return send(textsIn(data))
    const body = changesIn(data, tournament)
    await send(body, daysLeftBehind(days, tournament, body))
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

interface Dates {
  startDate?: string
  endDate?: string
}

/** Returns the days of the rules if the changed dates leave one outside, else null. */
function daysLeftBehind(
  days: readonly Day<string>[],
  tournament: TournamentSummary,
  changes: Dates,
): string | null {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || (changes.startDate === undefined && changes.endDate === undefined)) return null
  return hasDayOutside(days, { ...tournament, ...changes })
    ? formatDateRange(first.linesIn, last.linesOut, 'local')
    : null
}

/** Unchanged dates are omitted: the field drops the seconds. */
function changesIn(data: FormData, tournament: TournamentSummary) {
  const date = (name: keyof Dates): Dates =>
    textOf(data, name) === localOfInstant(tournament[name]) ? {} : { [name]: instantIn(data, name) }
  return {
    ...textsIn(data),
    payoutDays: payoutDaysIn(data),
    prizePool: orNull(data, 'prizePool'),
    ...date('startDate'),
    ...date('endDate'),
    ...closingIn(data, tournament),
    ...publicLogIn(data, tournament, serverNow()),
  }
}
