import { allTournamentsQuery, cancelAnyTournament, deleteAnyTournament } from '#client/api/admin.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateRange } from '#client/ui/marks/relative-time.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { AdminTournament } from '#contract/admin.ts'
import { AdminRow, SearchedPages, tellDone } from './rows.tsx'

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
  const { id, name, startDate, endDate, status, organiser } = tournament
  const cancellation = useApiMutation(cancelAnyTournament, 'Failed to cancel. Please try again.')
  const deletion = useApiMutation(deleteAnyTournament, 'Failed to delete. Please try again.')

  const cancel = async () => {
    await cancellation.send({ params: { id } })
    toast({ title: `${name} is cancelled`, description: 'Every funding is refunded.' })
  }
  const remove = async () => {
    await deletion.send({ params: { id } })
    tellDone({ title: `${name} is deleted` })
  }

  return (
    <AdminRow
      action={
        <>
          <StatusBadge status={status} />
          {status !== 'cancelled' && (
            <ConfirmButton
              variant="secondary"
              label={
                <>
                  Cancel<VisuallyHidden> {name}</VisuallyHidden>
                </>
              }
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
            label={
              <>
                Delete<VisuallyHidden> {name}</VisuallyHidden>
              </>
            }
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
      </Muted>
      <Muted small>
        <DateRange start={startDate} end={endDate} />
      </Muted>
    </AdminRow>
  )
}
