import { tournamentVideosQuery } from '#client/api/posts.ts'
import { tournamentQuery } from '#client/api/tournaments.ts'
import { tournamentUpdatesQuery } from '#client/api/updates.ts'
import { EntryVideos } from '#client/features/crew-videos/entry-videos.tsx'
import { PublicVideos } from '#client/features/crew-videos/public-videos.tsx'
import { EnterBoat } from '#client/features/entries/enter-boat.tsx'
import { OwnEntries } from '#client/features/entries/own-entries.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { FollowTournament } from '#client/features/follow/follow-button.tsx'
import { ScreenLinks } from '#client/features/kiosk/screen-links.tsx'
import { PublicResults } from '#client/features/payouts/public-results.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { TournamentDetail } from '#client/features/tournaments/tournament-detail.tsx'
import {
  TournamentFailed,
  TournamentNotFound,
  TournamentSkeleton,
} from '#client/features/tournaments/tournament-states.tsx'
import { SomeUpdates } from '#client/features/updates/live-updates.tsx'
import { PostUpdate } from '#client/features/updates/post-update.tsx'
import { TournamentAnnouncements } from '#client/features/updates/tournament-announcements.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { Tournament } from '#contract/tournaments.ts'

export default function TournamentPage({ params: { id = '' } }: PageProps) {
  const { head } = useBoot()
  return (
    <Shell bleed>
      {head === null ? (
        <TournamentNotFound />
      ) : (
        <Data<Tournament>
          query={tournamentQuery(id)}
          fallback={<TournamentSkeleton />}
          failed={<TournamentFailed />}
        >
          {tournament => (
            <TournamentDetail
              tournament={tournament}
              enter={<EnterBoat tournament={tournament} />}
              follow={<FollowTournament tournament={tournament} />}
              screens={<ScreenLinks tournament={tournament} />}
              live={
                <>
                  <SomeUpdates query={tournamentUpdatesQuery(tournament.id)} />
                  <PublicVideos title="Videos" query={tournamentVideosQuery(tournament.id)} />
                </>
              }
              videos={entry => <EntryVideos entry={entry} pageTitle={tournament.name} />}
              own={
                <>
                  <TournamentAnnouncements tournamentId={tournament.id} />
                  <PublicResults tournament={tournament} />
                  <OwnEntries tournament={tournament} action={entry => <PostUpdate entry={entry} />} />
                </>
              }
            />
          )}
        </Data>
      )}
      {head !== null && <LivePage />}
    </Shell>
  )
}
