import { boatQuery } from '#client/boats/api/boats.ts'
import { BoatPoster, NoBoatPoster } from '#client/boats/boats/boat-poster.tsx'
import { StaticData } from '#client/lib/static-data.tsx'
import type { PageProps } from '#client/page.ts'

export default function BoatPosterPage({ params: { id = '' } }: PageProps) {
  return (
    <StaticData query={boatQuery(id)} fallback={null}>
      {found => (found ? <BoatPoster boat={found} /> : <NoBoatPoster />)}
    </StaticData>
  )
}
