import { boatEntriesQuery, boatQuery } from '#client/api/boats.ts'
import { boatVideosQuery } from '#client/api/posts.ts'
import { boatUpdatesQuery } from '#client/api/updates.ts'
import { BoatEntries } from '#client/features/boats/boat-entries.tsx'
import { BoatHead } from '#client/features/boats/boat-head.tsx'
import { HeaviestCatches, RecordSection } from '#client/features/boats/boat-record.tsx'
import { BoatNotFound } from '#client/features/boats/boat-states.tsx'
import { byRelevance } from '#client/features/boats/own-boat-entries.tsx'
import { PublicVideos } from '#client/features/crew-videos/public-videos.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { FollowBoat } from '#client/features/follow/follow-button.tsx'
import { QuickFund } from '#client/features/funding/quick-fund.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { SomeUpdates } from '#client/features/updates/live-updates.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import type { BoatEntry, BoatProfile } from '#contract/boat-profiles.ts'

export default function BoatPage({ params: { id = '' } }: PageProps) {
  const { head } = useBoot()
  if (head === null)
    return (
      <Shell bleed>
        <BoatNotFound />
      </Shell>
    )
  return (
    <Shell>
      <Data<BoatProfile> query={boatQuery(id)} what="The boat">
        {boat => (
          <>
            <BoatHead boat={boat} follow={<FollowBoat boat={boat} />} />
            <PagedData<BoatEntry> query={boatEntriesQuery(id)} shape="row" what="The tournaments">
              {list => (
                <>
                  <QuickFund
                    entries={list.items.filter(({ entry }) => entry.fundingOpen).toSorted(byRelevance)}
                  />
                  <RecordSection record={boat.record} />
                  <BoatEntries list={list} />
                </>
              )}
            </PagedData>
            <HeaviestCatches catches={boat.heaviestCatches} />
          </>
        )}
      </Data>
      <PublicVideos title="Crew Videos" query={boatVideosQuery(id)} />
      <SomeUpdates query={boatUpdatesQuery(id)} />
      <LivePage />
    </Shell>
  )
}
