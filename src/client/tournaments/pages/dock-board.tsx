import { StaticData } from '#client/lib/static-data.tsx'
import type { PageProps } from '#client/page.ts'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import { DockBoard, NoDockBoard } from '#client/tournaments/kiosk/dock-board.tsx'

export default function DockBoardPage({ params: { id = '' } }: PageProps) {
  return (
    <StaticData query={tournamentQuery(id)} fallback={null}>
      {tournament => (tournament ? <DockBoard tournament={tournament} /> : <NoDockBoard />)}
    </StaticData>
  )
}
