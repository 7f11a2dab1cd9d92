import { useState } from 'react'
import { hasBoard } from '#client/domain/boards.ts'
import { isOpen } from '#client/domain/status.ts'
import { LivePage } from '#client/event-stream/live-page.tsx'
import { PublicResults } from '#client/money/payouts/public-results.tsx'
import { FollowTournament } from '#client/notifications/follow/follow-button.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import { tournamentUpdatesQuery } from '#client/tournaments/api/updates.ts'
import { RuledBoards } from '#client/tournaments/boards/ruled-boards.tsx'
import { Standing } from '#client/tournaments/boat-profiles/boat-now.tsx'
import { EnterBoat } from '#client/tournaments/entries/enter-boat.tsx'
import { OwnEntries } from '#client/tournaments/entries/own-entries.tsx'
import { ScreenLinks } from '#client/tournaments/kiosk/screen-links.tsx'
import { FileOwnProtest, ProtestNotice } from '#client/tournaments/protests/protest-notice.tsx'
import { LeaderBanner } from '#client/tournaments/race/leader-banner.tsx'
import { OrganiserSteps } from '#client/tournaments/tournaments/organiser-steps.tsx'
import { TournamentDetail } from '#client/tournaments/tournaments/tournament-detail.tsx'
import {
  TournamentFailed,
  TournamentNotFound,
  TournamentSkeleton,
} from '#client/tournaments/tournaments/tournament-states.tsx'
import { SomeUpdates } from '#client/tournaments/updates/live-updates.tsx'
import { PostUpdate } from '#client/tournaments/updates/post-update.tsx'
import { TournamentAnnouncements } from '#client/tournaments/updates/tournament-announcements.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { tournamentVideosQuery } from '#client/videos/api/posts.ts'
import { EntryVideos } from '#client/videos/crew-videos/entry-videos.tsx'
import { PublicVideos } from '#client/videos/crew-videos/public-videos.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

export default function TournamentPage({ params: { id = '' } }: PageProps) {
  return (
    <Shell bleed missing={<TournamentNotFound />}>
      <Data query={tournamentQuery(id)} fallback={<TournamentSkeleton />} failed={<TournamentFailed />}>
        {tournament => <Loaded tournament={tournament} />}
      </Data>
      <LivePage />
    </Shell>
  )
}

function Loaded({ tournament }: { tournament: Tournament }) {
  // The end doesn't move it: a captain may be writing a protest.
  const [beganActive] = useState(tournament.status === 'active')
  return (
    <>
      <LeaderBanner tournament={tournament} />
      <TournamentDetail
        tournament={tournament}
        enter={<EnterBoat tournament={tournament} />}
        follow={<FollowTournament tournament={tournament} />}
        screens={<ScreenLinks tournament={tournament} />}
        board={hasBoard(tournament) && <RuledBoards tournament={tournament} />}
        live={
          <>
            {tournament.ruled && !hasBoard(tournament) && <RuledBoards tournament={tournament} />}
            {beganActive && <ProtestNotice tournament={tournament} />}
            <SomeUpdates
              query={tournamentUpdatesQuery(tournament.id)}
              of="tournament"
              isOver={!isOpen(tournament.status)}
            />
            <PublicVideos title="Videos of Its Boats" query={tournamentVideosQuery(tournament.id)} />
          </>
        }
        videos={entry => (
          <>
            <FileOwnProtest tournament={tournament} about={entry} />
            <EntryVideos
              entry={entry}
              pageTitle={tournament.name}
              boatNow={() => <Standing entry={entry} />}
            />
          </>
        )}
        own={
          <>
            <OrganiserSteps tournament={tournament} />
            <TournamentAnnouncements tournamentId={tournament.id} />
            <PublicResults tournament={tournament} />
            {!beganActive && <ProtestNotice tournament={tournament} />}
            <OwnEntries tournament={tournament} action={entry => <PostUpdate entry={entry} />} />
          </>
        }
      />
    </>
  )
}
