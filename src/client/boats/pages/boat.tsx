import Users from 'lucide-react/icons/users'
import { Fragment } from 'react'
import { EditBoat } from '#client/boats/boats/edit-boat.tsx'
import { InviteCrew } from '#client/boats/boats/invite-crew.tsx'
import { OwnBoat } from '#client/boats/boats/own-boat.tsx'
import { LivePage } from '#client/event-stream/live-page.tsx'
import type { PagedList } from '#client/lib/query.tsx'
import { BackerNames, BackerWall } from '#client/money/backers/backer-wall.tsx'
import { QuickFund } from '#client/money/funding/quick-fund.tsx'
import { OwnShares } from '#client/money/if-ended.tsx'
import { FollowBoat } from '#client/notifications/follow/follow-button.tsx'
import type { PageProps } from '#client/page.ts'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { boatCareerQuery, boatEntriesQuery, boatQuery } from '#client/tournaments/api/boat-profiles.ts'
import { boatUpdatesQuery } from '#client/tournaments/api/updates.ts'
import { Career } from '#client/tournaments/boat-profiles/boat-career.tsx'
import { BoatEntries } from '#client/tournaments/boat-profiles/boat-entries.tsx'
import { BoatHead } from '#client/tournaments/boat-profiles/boat-head.tsx'
import { CareerSection, HeaviestCatches } from '#client/tournaments/boat-profiles/boat-record.tsx'
import { LiveStrip } from '#client/tournaments/boat-profiles/live-strip.tsx'
import { byRelevance } from '#client/tournaments/boat-profiles/own-boat-entries.tsx'
import { SomeUpdates } from '#client/tournaments/updates/live-updates.tsx'
import { PostUpdate } from '#client/tournaments/updates/post-update.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data, LoadFailed, PagedData } from '#client/ui/layout/data.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { boatVideosQuery } from '#client/videos/api/posts.ts'
import { PublicVideos } from '#client/videos/crew-videos/public-videos.tsx'
import type { BoatEntry, BoatProfile } from '#contract/tournaments/boat-profiles.ts'

export default function BoatPage({ params: { id = '' } }: PageProps) {
  return (
    <Shell missing={<MissingPage title="Boat Not Found" lead="The boat you're looking for doesn't exist." />}>
      <Data query={boatQuery(id)} what="The boat">
        {boat => (
          <>
            <PagedData
              query={boatEntriesQuery(id)}
              fallback={<BoatHead boat={boat} follow={null} />}
              failed={
                <>
                  <BoatHead boat={boat} follow={<FollowBoat boat={boat} />} />
                  <LoadFailed what="The tournaments" />
                </>
              }
            >
              {list => <Loaded boat={boat} list={list} />}
            </PagedData>
            <HeaviestCatches catches={boat.heaviestCatches} />
          </>
        )}
      </Data>
      <PublicVideos title="Crew Videos" query={boatVideosQuery(id)} />
      <SomeUpdates query={boatUpdatesQuery(id)} of="boat" />
      <LivePage />
    </Shell>
  )
}

/** The boat with its tournaments, so that the head shows how it does in those that run. */
function Loaded({ boat, list }: { boat: BoatProfile; list: PagedList<BoatEntry> }) {
  const entries = list.items.toSorted(byRelevance)
  const [latest] = entries.filter(({ tournament: { status } }) => status !== 'cancelled')
  return (
    <>
      <BoatHead
        boat={boat}
        follow={<FollowBoat boat={boat} />}
        live={
          <>
            {entries
              .filter(({ tournament: { status } }) => status === 'active')
              .map(item => (
                <LiveStrip key={item.entry.id} item={item} />
              ))}
            <OwnShares boatId={boat.id} entries={entries} />
          </>
        }
        own={
          <OwnBoat id={boat.id}>
            {own => (
              <Fragment key={own.id}>
                {latest && <PostUpdate entry={latest.entry} />}
                <EditBoat boat={own} />
                <InviteCrew boat={own} />
                {latest && latest.entry.backerCount > 0 && (
                  <LinkButton href={paths.backers(latest.entry.id)} variant="secondary">
                    <Users size={20} />
                    Who Backs It
                  </LinkButton>
                )}
              </Fragment>
            )}
          </OwnBoat>
        }
      />
      <QuickFund entries={entries.filter(({ entry }) => entry.fundingOpen)} />
      <BackerWall
        entries={entries.filter(
          ({ entry, tournament: { status } }) =>
            (status === 'active' || status === 'upcoming') && entry.backerCount > 0,
        )}
        own={({ id, backerCount }) => (
          <OwnBoat id={boat.id}>
            {own => <BackerNames key={own.id} entryId={id} count={backerCount} />}
          </OwnBoat>
        )}
      />
      <CareerSection record={boat.record}>
        <Data query={boatCareerQuery(boat.id)} what="The career">
          {career => <Career career={career} />}
        </Data>
      </CareerSection>
      <BoatEntries list={list} />
    </>
  )
}
