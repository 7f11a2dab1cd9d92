import { StaticData } from '#client/lib/static-data.tsx'
import type { PageProps } from '#client/page.ts'
import { boatQuery } from '#client/tournaments/api/boat-profiles.ts'
import { BoatPoster, NoBoatPoster } from '#client/tournaments/boat-profiles/boat-poster.tsx'

export default function BoatPosterPage({ params: { id = '' } }: PageProps) {
  return (
    <StaticData query={boatQuery(id)} fallback={null}>
      {boat => (boat ? <BoatPoster boat={boat} /> : <NoBoatPoster />)}
    </StaticData>
  )
}
