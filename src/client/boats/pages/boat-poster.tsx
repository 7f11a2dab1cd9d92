import { StaticData } from '#client/lib/static-data.tsx'
import type { PageProps } from '#client/page.ts'
import { boatEntriesPageQuery, boatQuery } from '#client/tournaments/api/boat-profiles.ts'
import { BoatPoster, NoBoatPoster } from '#client/tournaments/boat-profiles/boat-poster.tsx'

export default function BoatPosterPage({ params: { id = '' } }: PageProps) {
  return (
    <StaticData query={boatQuery(id)} fallback={null}>
      {boat =>
        boat ? (
          <StaticData query={boatEntriesPageQuery(id)} fallback={null}>
            {entries => <BoatPoster boat={boat} entries={entries?.items ?? []} />}
          </StaticData>
        ) : (
          <NoBoatPoster />
        )
      }
    </StaticData>
  )
}
