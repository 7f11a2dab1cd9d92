import { boatQuery } from '#client/boats/api/boats.ts'
import { StaticData } from '#client/lib/static-data.tsx'
import type { PageProps } from '#client/page.ts'
import { BoatPoster, NoBoatPoster } from '#client/tournaments/boat-profiles/boat-poster.tsx'

export default function BoatPosterPage({ params: { id = '' } }: PageProps) {
  return (
    <StaticData query={boatQuery(id)} fallback={null}>
      {found => (found ? <BoatPoster boat={found} /> : <NoBoatPoster />)}
    </StaticData>
  )
}
