import { DockBoard, NoDockBoard } from '#client/features/kiosk/dock-board.tsx'
import { oneTournamentQuery } from '#client/features/kiosk/kiosk.queries.ts'
import { StaticData } from '#client/lib/static-data.tsx'
import type { PageProps } from '#client/page-files.ts'
import type { Tournament } from '#contract/tournaments.ts'

export default function DockBoardPage({ params: { id = '' } }: PageProps) {
  return (
    <StaticData<Tournament> queryKey={oneTournamentQuery(id).queryKey} fallback={null}>
      {found => (found ? <DockBoard tournament={found} /> : <NoDockBoard />)}
    </StaticData>
  )
}
