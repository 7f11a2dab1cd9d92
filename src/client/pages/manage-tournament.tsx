import { useQuery } from '@tanstack/react-query'
import { resultsQuery } from '#client/api/payouts.ts'
import { organiserViewQuery, tournamentQuery } from '#client/api/tournaments.ts'
import { OutboxSender } from '#client/features/catches/use-outbox.ts'
import { WeighInSection } from '#client/features/catches/weigh-in-section.tsx'
import { EmbedCode } from '#client/features/embed/embed-code.tsx'
import { ManageEntries } from '#client/features/entries/manage-entries.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { HeldMoney } from '#client/features/handovers/held-money.tsx'
import { Checklist } from '#client/features/my-tournaments/checklist.tsx'
import { ResultsSection } from '#client/features/payouts/results-section.tsx'
import { FundingsSection } from '#client/features/refunds/fundings-section.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { StaffSection } from '#client/features/staff/staff-section.tsx'
import { CancelTournament } from '#client/features/tournaments/cancel-tournament.tsx'
import { EditTournament } from '#client/features/tournaments/edit-tournament.tsx'
import { EndNow, EndSection } from '#client/features/tournaments/end-now.tsx'
import { ManageFrame, type ManageSection } from '#client/features/tournaments/manage-frame.tsx'
import {
  ManageSkeleton,
  NotTheOrganiser,
  TournamentFailed,
  TournamentNotFound,
} from '#client/features/tournaments/tournament-states.tsx'
import { ManageAnnouncements } from '#client/features/updates/manage-announcements.tsx'
import { ManageUpdates } from '#client/features/updates/manage-updates.tsx'
import { WebhooksSection } from '#client/features/webhooks/webhooks-section.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { OrganiserView } from '#contract/catches.ts'
import type { TournamentRole } from '#contract/staff.ts'
import type { Tournament, TournamentStatus } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'

const narrow = css({ maxWidth: 'reading' })

const isOver = (status: TournamentStatus) => status === 'completed' || status === 'cancelled'

const weighMasters: readonly string[] = ['weigh-in', 'updates']
const coOrganisers: readonly string[] = [
  'checklist',
  'weigh-in',
  'entries',
  'updates',
  'integrations',
  'settings',
]

/** Without what the role can't do: decision 0096. */
function sectionsOf(tournament: Tournament, role: TournamentRole): ManageSection[] {
  const isOrganiser = role === 'organiser'
  const sections: ManageSection[] = [
    ...(isOver(tournament.status)
      ? []
      : [{ id: 'checklist', title: 'Checklist', content: <Checklist tournament={tournament} /> }]),
    { id: 'weigh-in', title: 'Weigh-in', content: <WeighInSection tournament={tournament} /> },
    {
      id: 'entries',
      title: 'Entries',
      content: <ManageEntries tournament={tournament} canList={isOrganiser} />,
    },
    {
      id: 'updates',
      title: 'Updates',
      content: (
        <Stack gap="xl">
          {role !== 'weigh-master' && <ManageAnnouncements tournamentId={tournament.id} />}
          <ManageUpdates tournament={tournament} />
        </Stack>
      ),
    },
    { id: 'fundings', title: 'Fundings', content: <Fundings tournament={tournament} /> },
    {
      id: 'results',
      title: 'Results',
      content: <ResultsSection tournament={tournament} endNow={<EndNow tournament={tournament} />} />,
    },
    { id: 'staff', title: 'Staff', content: <StaffSection tournamentId={tournament.id} /> },
    {
      id: 'integrations',
      title: 'Integrations',
      content: (
        <Stack gap="xl">
          <EmbedCode tournament={tournament} />
          {isOrganiser && <WebhooksSection tournamentId={tournament.id} />}
        </Stack>
      ),
    },
    {
      id: 'settings',
      title: 'Settings',
      content: (
        <Stack gap="xl" className={narrow}>
          <EditTournament tournament={tournament} role={role} />
          {isOrganiser && <EndSection tournament={tournament} />}
          {isOrganiser && <CancelUnlessSettled tournament={tournament} />}
        </Stack>
      ),
    },
  ]
  if (isOrganiser) return sections
  const shown = role === 'co-organiser' ? coOrganisers : weighMasters
  return sections.filter(({ id }) => shown.includes(id))
}

const Fundings = ({ tournament }: { tournament: Tournament }) => (
  <HeldMoney tournamentId={tournament.id}>
    {hasMoney => <FundingsSection tournament={tournament} hasMoney={hasMoney} />}
  </HeldMoney>
)

/** The server refuses after confirmed results. */
function CancelUnlessSettled({ tournament }: { tournament: Tournament }) {
  const ended = tournament.status === 'completed'
  const { data } = useQuery({ ...resultsQuery(tournament.id), enabled: ended })
  return ended && data?.settledAt !== null ? null : <CancelTournament tournament={tournament} />
}

function firstSection({ status, entries }: Tournament): string {
  if (entries.length === 0 && !isOver(status)) return 'checklist'
  switch (status) {
    case 'active':
      return 'weigh-in'
    case 'completed':
      return 'results'
    case 'upcoming':
    case 'cancelled':
      return 'entries'
  }
}

export default function ManageTournamentPage({ params: { id = '' } }: PageProps) {
  const { head, forbidden } = useBoot()
  return (
    <Shell bleed>
      {head === null ? <TournamentNotFound /> : forbidden ? <NotTheOrganiser id={id} /> : <Manage id={id} />}
    </Shell>
  )
}

function Manage({ id }: { id: string }) {
  return (
    <>
      <Data<Tournament>
        query={tournamentQuery(id)}
        fallback={<ManageSkeleton />}
        failed={<TournamentFailed />}
      >
        {tournament => (
          <Data<OrganiserView>
            query={organiserViewQuery(id)}
            fallback={<ManageSkeleton />}
            failed={<TournamentFailed />}
          >
            {({ role }) => (
              <ManageFrame
                tournament={tournament}
                sections={sectionsOf(tournament, role)}
                first={firstSection(tournament)}
              />
            )}
          </Data>
        )}
      </Data>
      <OutboxSender />
      <LivePage />
    </>
  )
}
