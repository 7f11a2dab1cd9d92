import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { isOpen } from '#client/domain/status.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import {
  allTournamentsQuery,
  appointOrganiser,
  cancelAnyTournament,
  deleteAnyTournament,
} from '#client/site/api/admin.ts'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { authTexts } from '#contract/people/auth-texts.ts'
import type { AdminTournament } from '#contract/site/moderation.ts'
import { AdminRow, SearchedPages } from './rows.tsx'

export const TournamentList = () => (
  <Section id="tournaments" title="Tournaments" description="All of them, also those of banned organisers.">
    <SearchedPages<AdminTournament>
      queryOf={allTournamentsQuery}
      placeholder="Name or location"
      what="The tournaments"
      noun="tournaments"
      empty="No tournament matches"
    >
      {tournament => <Item key={tournament.id} tournament={tournament} />}
    </SearchedPages>
  </Section>
)

function Item({ tournament }: { tournament: AdminTournament }) {
  const { id, name, startDate, endDate, status, settled, organiser } = tournament
  const isAbandoned = (organiser.banned || organiser.name === null) && isOpen(status)
  const cancellation = useApiMutation(cancelAnyTournament, 'Failed to cancel. Please try again.')
  const deletion = useApiMutation(deleteAnyTournament, 'Failed to delete. Please try again.')

  const cancel = async () => {
    await cancellation.send({ params: { id } })
    toast({ title: `${name} is cancelled`, description: 'Every funding is refunded.' })
  }
  const remove = async () => {
    await deletion.send({ params: { id } })
    toast({ title: `${name} is deleted` })
  }

  return (
    <AdminRow
      action={
        <>
          <StatusBadge status={status} />
          <AppointOrganiser tournament={tournament} />
          {status !== 'cancelled' && !settled && (
            <ConfirmButton
              variant="secondary"
              label="Cancel"
              about={` ${name}`}
              title={`Cancel ${name}?`}
              description="Every funding is refunded. This can’t be undone."
              confirmLabel="Cancel Tournament"
              cancelLabel="Keep It"
              destructive
              onConfirm={cancel}
              onError={cancellation.fail}
            />
          )}
          <ConfirmButton
            variant="secondary"
            label="Delete"
            about={` ${name}`}
            title={`Delete ${name}?`}
            description="With its entries, catches and updates. A tournament with fundings can only be cancelled."
            confirmLabel="Delete Tournament"
            destructive
            onConfirm={remove}
            onError={deletion.fail}
          />
        </>
      }
    >
      <Text weight="semibold">
        <NameLink href={paths.tournament(id)}>{name}</NameLink>
      </Text>
      <Muted small>
        {organiser.name ?? 'A deleted account'}
        {organiser.banned && ' (banned)'}
        {isAbandoned && ': takes no payments until you appoint another'}
      </Muted>
      <Muted small>
        <DateRange start={startDate} end={endDate} />
      </Muted>
    </AdminRow>
  )
}

function AppointOrganiser({ tournament: { id, name } }: { tournament: AdminTournament }) {
  const { sendsMail } = useBoot()
  const appointment = useApiMutation(appointOrganiser, 'Failed to appoint. Please try again.')
  return (
    <DialogButton
      variant="secondary"
      label="Appoint Organiser"
      about={` of ${name}`}
      title={`Appoint an organiser of ${name}`}
      description={`The former organiser loses every right to it. ${sendsMail ? 'The new one gets a mail, and the' : 'The'} tournament’s log says so.`}
    >
      {close => {
        const appoint = async (data: FormData) => {
          const email = textOf(data, 'email')
          await appointment.send({ params: { id }, body: { email } })
          toast({ title: `${name} has another organiser`, description: email })
          close()
        }
        return (
          <Form
            onSubmit={appoint}
            onError={appointment.fail}
            messages={{
              email: { valueMissing: authTexts.emailRequired, typeMismatch: authTexts.emailInvalid },
            }}
          >
            <Field label="Address of their account" name="email" type="email" required autoComplete="off" />
            <DialogActions submit="Appoint" onCancel={close} />
          </Form>
        )
      }}
    </DialogButton>
  )
}
