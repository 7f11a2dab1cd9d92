import { EnterBoat } from '#client/features/entries/enter-boat.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { TournamentDetail } from '#client/features/tournaments/tournament-detail.tsx'
import {
  TournamentFailed,
  TournamentNotFound,
  TournamentSkeleton,
} from '#client/features/tournaments/tournament-states.tsx'
import { tournamentQuery } from '#client/features/tournaments/tournaments.queries.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { Data } from '#client/lib/query.tsx'
import type { PageProps } from '#client/routes.ts'
import type { Tournament } from '#contract/tournaments.ts'

export default function TournamentPage({ params: { id = '' } }: PageProps) {
  const { head } = useBoot()
  return (
    <Shell bleed>
      {head === null ? (
        <TournamentNotFound />
      ) : (
        <Data<Tournament>
          query={tournamentQuery(id)}
          fallback={<TournamentSkeleton />}
          failed={<TournamentFailed id={id} />}
        >
          {tournament => (
            <TournamentDetail tournament={tournament} action={<EnterBoat tournament={tournament} />} />
          )}
        </Data>
      )}
      {head !== null && <LivePage />}
    </Shell>
  )
}
