import { LivePage } from '#client/event-stream/live-page.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { QuickFund } from '#client/money/funding/quick-fund.tsx'
import { FollowBoat } from '#client/notifications/follow/follow-button.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { boatEntriesQuery, boatQuery } from '#client/tournaments/api/boat-profiles.ts'
import { boatUpdatesQuery } from '#client/tournaments/api/updates.ts'
import { BoatEntries } from '#client/tournaments/boat-profiles/boat-entries.tsx'
import { BoatHead } from '#client/tournaments/boat-profiles/boat-head.tsx'
import { HeaviestCatches, RecordSection } from '#client/tournaments/boat-profiles/boat-record.tsx'
import { byRelevance } from '#client/tournaments/boat-profiles/own-boat-entries.tsx'
import { SomeUpdates } from '#client/tournaments/updates/live-updates.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { boatVideosQuery } from '#client/videos/api/posts.ts'
import { PublicVideos } from '#client/videos/crew-videos/public-videos.tsx'
import type { BoatEntry, BoatProfile } from '#contract/tournaments/boat-profiles.ts'

export default function BoatPage({ params: { id = '' } }: PageProps) {
  const { head } = useBoot()
  if (head === null)
    return (
      <Shell bleed>
        <MissingPage title="Boat Not Found" lead="The boat you're looking for doesn't exist." />
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
