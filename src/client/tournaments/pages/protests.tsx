import { LivePage } from '#client/event-stream/live-page.tsx'
import type { PageProps } from '#client/page.ts'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import { ProtestList } from '#client/tournaments/protests/protest-list.tsx'
import { FileOwnProtest } from '#client/tournaments/protests/protest-notice.tsx'
import {
  TournamentFailed,
  TournamentNotFound,
  TournamentSkeleton,
} from '#client/tournaments/tournaments/tournament-states.tsx'
import { BackLink } from '#client/ui/controls/back-link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function ProtestsPage({ params: { id = '' } }: PageProps) {
  return (
    <Shell width="reading" missing={<TournamentNotFound />}>
      <Data query={tournamentQuery(id)} fallback={<TournamentSkeleton />} failed={<TournamentFailed />}>
        {tournament => (
          <>
            <PageHeader
              title="Protests"
              description={<BackLink href={paths.tournament(id)}>{tournament.name}</BackLink>}
            />
            <ProtestList tournament={tournament} action={<FileOwnProtest tournament={tournament} />} />
          </>
        )}
      </Data>
      <LivePage />
    </Shell>
  )
}
