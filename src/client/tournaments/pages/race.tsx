import Fish from 'lucide-react/icons/fish'
import { LivePage } from '#client/event-stream/live-page.tsx'
import { ResultsStateOf } from '#client/money/payouts/results-state.tsx'
import type { PageProps } from '#client/page.ts'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { raceQuery } from '#client/tournaments/api/race.ts'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import { RaceBoards } from '#client/tournaments/boards/ruled-boards.tsx'
import { LeadCard } from '#client/tournaments/race/lead-card.tsx'
import { LeaderBanner } from '#client/tournaments/race/leader-banner.tsx'
import { RaceView } from '#client/tournaments/race/race-view.tsx'
import { TournamentNotFound } from '#client/tournaments/tournaments/tournament-states.tsx'
import { useAnnounceMoves } from '#client/tournaments/use-announce-moves.ts'
import { BackLink } from '#client/ui/controls/back-link.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { ShareButton } from '#client/ui/controls/share-button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import type { Race } from '#contract/tournaments/race.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

export default function RacePage({ params: { id = '', entryId } }: PageProps) {
  return (
    <Shell missing={<TournamentNotFound />}>
      <Data query={tournamentQuery(id)} what="The race" shape="block">
        {tournament => (
          <Data query={raceQuery(id)} what="The race" shape="block">
            {race => <RaceOf tournament={tournament} race={race} lead={entryId} />}
          </Data>
        )}
      </Data>
      <LivePage />
    </Shell>
  )
}

interface RaceOfProps {
  tournament: Tournament
  race: Race
  /** Entry of the address. */
  lead: string | undefined
}

function RaceOf({ tournament, race, lead }: RaceOfProps) {
  const { id, name, entries } = tournament
  useAnnounceMoves([{ entries }])
  const leader = entries.find(entry => entry.id === lead)
  return (
    <>
      <LeaderBanner tournament={tournament} />
      <PageHeader
        title="Race"
        description={<BackLink href={paths.tournament(id)}>{name}</BackLink>}
        action={<ShareButton title={`Race: ${name}`} />}
      />
      {tournament.ruled && tournament.status === 'completed' && (
        <Text weight="semibold">
          <ResultsStateOf tournament={id} />
        </Text>
      )}
      {leader && <LeadCard tournament={tournament} race={race} entry={leader} />}
      {race.frames.length === 0 ? (
        <EmptyState
          icon={<Fish size={26} />}
          title="No fish yet"
          description="The race begins with the first weigh-in."
        />
      ) : (
        <RaceView tournament={tournament} race={race} />
      )}
      <RaceBoards tournament={tournament} />
      <Row gap="4" rowGap="0">
        {tournament.publicLog && (
          <TextLink href={paths.tournamentLog(id)} standalone>
            Catch log
          </TextLink>
        )}
        {tournament.ruled && (
          <TextLink href={paths.rules(id)} standalone>
            How it is scored
          </TextLink>
        )}
      </Row>
    </>
  )
}
