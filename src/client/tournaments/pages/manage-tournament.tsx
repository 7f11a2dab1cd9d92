import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { EditBoat } from '#client/boats/boats/edit-boat.tsx'
import { LivePage } from '#client/event-stream/live-page.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { resultsQuery } from '#client/money/api/payouts.ts'
import { HeldMoney } from '#client/money/handovers/held-money.tsx'
import { ResultsSection } from '#client/money/payouts/results-section.tsx'
import { FundingList } from '#client/money/refunds/funding-list.tsx'
import { Refunds } from '#client/money/refunds/refunds.tsx'
import { EmbedCode } from '#client/notifications/embed/embed-code.tsx'
import { WebhooksSection } from '#client/notifications/webhooks/webhooks-section.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import { organiserViewQuery, tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import { OutboxSender } from '#client/tournaments/catches/use-outbox.ts'
import { WaitingWeighIns } from '#client/tournaments/catches/waiting-weigh-ins.tsx'
import { WeighInSection } from '#client/tournaments/catches/weigh-in-section.tsx'
import { ManageEntries } from '#client/tournaments/entries/manage-entries.tsx'
import {
  firstManageSection,
  type ManageSectionId,
  manageSectionsOf,
} from '#client/tournaments/manage-sections.ts'
import { ManageProtests, OpenProtestCount } from '#client/tournaments/protests/manage-protests.tsx'
import { RulesSection } from '#client/tournaments/rules/rules-section.tsx'
import { StaffSection } from '#client/tournaments/staff/staff-section.tsx'
import { CancelTournament } from '#client/tournaments/tournaments/cancel-tournament.tsx'
import { Checklist } from '#client/tournaments/tournaments/checklist.tsx'
import { EditTournament } from '#client/tournaments/tournaments/edit-tournament.tsx'
import { EndNow, EndSection } from '#client/tournaments/tournaments/end-now.tsx'
import { ManageFrame } from '#client/tournaments/tournaments/manage-frame.tsx'
import { StartNow, StartSection } from '#client/tournaments/tournaments/start-now.tsx'
import {
  ManageSkeleton,
  NotTheOrganiser,
  TournamentFailed,
  TournamentNotFound,
} from '#client/tournaments/tournaments/tournament-states.tsx'
import { ManageAnnouncements } from '#client/tournaments/updates/manage-announcements.tsx'
import { ManageUpdates } from '#client/tournaments/updates/manage-updates.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Container, Section } from '#client/ui/layout/page.tsx'
import type { FramedSection } from '#client/ui/layout/section-frame.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { OrganiserView } from '#contract/tournaments/catches.ts'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const narrow = css({ maxWidth: 'reading' })

/** Returns the sections that the viewer's role can use, with their contents. */
function sectionsOf(tournament: Tournament, view: OrganiserView, version: TournamentRules): FramedSection[] {
  const { role, held } = view
  const { rules } = version
  const isOrganiser = role === 'organiser'
  const days = rules?.days ?? []
  const contents: Record<ManageSectionId, ReactNode> = {
    checklist: <Checklist tournament={tournament} canAdd={isOrganiser} days={days} />,
    'weigh-in': (
      <WeighInSection
        tournament={tournament}
        view={view}
        startNow={isOrganiser && <StartNow tournament={tournament} />}
      />
    ),
    entries: (
      <ManageEntries
        tournament={tournament}
        view={view}
        rules={rules}
        edit={({ boat: { captainName, ...boat } }) => (
          <EditBoat boat={{ ...boat, captain_name: captainName }} />
        )}
      />
    ),
    updates: (
      <Stack gap="sections">
        {role !== 'weigh-master' && <ManageAnnouncements tournamentId={tournament.id} />}
        <ManageUpdates tournament={tournament} view={view} />
      </Stack>
    ),
    rules: <Rules tournament={tournament} version={version} hasMoney={(held?.fundings ?? 0) > 0} />,
    protests: rules && <ManageProtests tournament={tournament} role={role} rules={rules} />,
    fundings: <Fundings tournament={tournament} />,
    results: <ResultsSection tournament={tournament} endNow={<EndNow tournament={tournament} />} />,
    staff: <StaffSection tournamentId={tournament.id} />,
    integrations: (
      <Stack gap="sections">
        <EmbedCode tournament={tournament} />
        {isOrganiser && <WebhooksSection tournamentId={tournament.id} />}
      </Stack>
    ),
    settings: (
      <Stack gap="sections" className={narrow}>
        <EditTournament tournament={tournament} role={role} days={days} />
        {isOrganiser && <StartSection tournament={tournament} />}
        {isOrganiser && <EndSection tournament={tournament} />}
        {isOrganiser && <CancelUnlessSettled tournament={tournament} held={held} />}
      </Stack>
    ),
  }
  return manageSectionsOf(tournament, role, rules !== null).map(section => ({
    ...section,
    content: contents[section.id],
    ...(section.id === 'protests' && { mark: <OpenProtestCount tournamentId={tournament.id} /> }),
  }))
}

const listSpace = css({ minHeight: '100vh' })

const Fundings = ({ tournament: { id } }: { tournament: Tournament }) => (
  <HeldMoney tournamentId={id}>
    {hasMoney => (
      <Stack gap="sections">
        <Refunds tournamentId={id} />
        <Section id="fundings" title="Fundings">
          <div className={hasMoney ? listSpace : undefined}>
            <FundingList tournamentId={id} hasMoney={hasMoney} />
          </div>
        </Section>
      </Stack>
    )}
  </HeldMoney>
)

/** Returns the results, or undefined before the end or while they load. */
function useResults({ id, status }: Tournament) {
  return useQuery({ ...resultsQuery(id), enabled: status === 'completed' }).data
}

/** The server refuses changes after confirmed results. */
function Rules(props: Omit<ComponentProps<typeof RulesSection>, 'isSettled'>) {
  const results = useResults(props.tournament)
  return <RulesSection {...props} isSettled={results !== undefined && results.settledAt !== null} />
}

/** The server refuses after confirmed results. */
function CancelUnlessSettled(props: ComponentProps<typeof CancelTournament>) {
  const results = useResults(props.tournament)
  const canBeSettled = props.tournament.status === 'completed'
  return canBeSettled && results?.settledAt !== null ? null : <CancelTournament {...props} />
}

export default function ManageTournamentPage({ params: { id = '' } }: PageProps) {
  const { head, forbidden } = useBoot()
  return (
    <Shell bleed>
      {head === null ? <TournamentNotFound /> : forbidden ? <Refused id={id} /> : <Manage id={id} />}
    </Shell>
  )
}

/** A weigh master's role may end before the network is back. */
const Refused = ({ id }: { id: string }) => (
  <>
    <NotTheOrganiser id={id} />
    <Container>
      <WaitingWeighIns
        tournamentId={id}
        advice="You’re no longer on this tournament’s staff. Show these to the organiser, who can weigh them in, then delete them."
      />
    </Container>
    <OutboxSender />
  </>
)

function Manage({ id }: { id: string }) {
  return (
    <>
      <Data query={tournamentQuery(id)} fallback={<ManageSkeleton />} failed={<TournamentFailed />}>
        {tournament => (
          <Data query={organiserViewQuery(id)} fallback={<ManageSkeleton />} failed={<TournamentFailed />}>
            {view => (
              <Data query={rulesQuery(id)} fallback={<ManageSkeleton />} failed={<TournamentFailed />}>
                {version => (
                  <ManageFrame
                    tournament={tournament}
                    sections={sectionsOf(tournament, view, version)}
                    first={firstManageSection(tournament)}
                  />
                )}
              </Data>
            )}
          </Data>
        )}
      </Data>
      <OutboxSender />
      <LivePage />
    </>
  )
}
