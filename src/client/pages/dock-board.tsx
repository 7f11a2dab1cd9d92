import { tournamentQuery } from '#client/api/tournaments.ts'
import { DockBoard, NoDockBoard } from '#client/features/kiosk/dock-board.tsx'
import { StaticData } from '#client/lib/static-data.tsx'
import type { PageProps } from '#client/page-files.ts'

export default function DockBoardPage({ params: { id = '' } }: PageProps) {
  return (
    <StaticData query={tournamentQuery(id)} fallback={null}>
      {found => (found ? <DockBoard tournament={found} /> : <NoDockBoard />)}
    </StaticData>
  )
}
