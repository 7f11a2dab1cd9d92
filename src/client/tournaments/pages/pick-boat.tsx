import { StaticData } from '#client/lib/static-data.tsx'
import { PickBoat } from '#client/money/funding/pick-boat.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import { TournamentNotFound } from '#client/tournaments/tournaments/tournament-states.tsx'

export default function PickBoatPage({ params: { id = '' } }: PageProps) {
  return (
    <Shell missing={<TournamentNotFound />}>
      <StaticData query={tournamentQuery(id)} fallback={null}>
        {tournament => tournament && <PickBoat tournament={tournament} />}
      </StaticData>
    </Shell>
  )
}
