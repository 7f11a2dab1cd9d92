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
import { FileOwnProtest, ProtestNotice } from '#client/tournaments/protests/protest-notice.tsx'
import { LeaderBanner } from '#client/tournaments/race/leader-banner.tsx'
import { OrganiserSteps } from '#client/tournaments/tournaments/organiser-steps.tsx'
import { PageNav } from '#client/tournaments/tournaments/page-nav.tsx'
import { ParticipatingBoats } from '#client/tournaments/tournaments/participating-boats.tsx'
import { Podium } from '#client/tournaments/tournaments/podium.tsx'
import { TournamentHead } from '#client/tournaments/tournaments/tournament-head.tsx'
import { TournamentSidebar } from '#client/tournaments/tournaments/tournament-sidebar.tsx'
import {
  TournamentFailed,
  TournamentNotFound,
  TournamentSkeleton,
} from '#client/tournaments/tournaments/tournament-states.tsx'
import { TournamentAnnouncements } from '#client/tournaments/updates/announcements.tsx'
import { SomeUpdates } from '#client/tournaments/updates/live-updates.tsx'
import { PostUpdate } from '#client/tournaments/updates/post-update.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Container } from '#client/ui/layout/page.tsx'
import { Grid, Stack } from '#client/ui/layout/stack.tsx'
import { tournamentVideosQuery } from '#client/videos/api/posts.ts'
import { EntryVideos } from '#client/videos/crew-videos/entry-videos.tsx'
import { PublicVideos } from '#client/videos/crew-videos/public-videos.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

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

const body = css({
  paddingBlock: { base: '8', md: '10' },
  // Focused, they aren't below PageNav.
  '& :is(a, button, summary)': { scrollMarginTop: '12' },
})

function Loaded({ tournament }: { tournament: Tournament }) {
  // The end doesn't move it: a captain may be writing a protest.
  const [beganActive] = useState(tournament.status === 'active')
  return (
    <>
      <LeaderBanner tournament={tournament} />
      <TournamentHead tournament={tournament}>
        <EnterBoat tournament={tournament} />
        <FollowTournament tournament={tournament} />
      </TournamentHead>
      <PageNav tournament={tournament} />
      <Container className={body}>
        <Grid columns="sidebar">
          <Stack gap="sections">
            <Podium tournament={tournament} />
            <OrganiserSteps tournament={tournament} />
            <TournamentAnnouncements tournamentId={tournament.id} />
            <PublicResults tournament={tournament} />
            {!beganActive && <ProtestNotice tournament={tournament} />}
            <OwnEntries tournament={tournament} action={entry => <PostUpdate entry={entry} />} />
            {hasBoard(tournament) && <RuledBoards tournament={tournament} />}
            <ParticipatingBoats tournament={tournament}>
              {entry => (
                <>
                  <FileOwnProtest tournament={tournament} about={entry} />
                  <EntryVideos
                    entry={entry}
                    pageTitle={tournament.name}
                    boatNow={() => <Standing entry={entry} />}
                  />
                </>
              )}
            </ParticipatingBoats>
            {tournament.ruled && !hasBoard(tournament) && <RuledBoards tournament={tournament} />}
            {beganActive && <ProtestNotice tournament={tournament} />}
            <SomeUpdates
              query={tournamentUpdatesQuery(tournament.id)}
              of="tournament"
              isOver={!isOpen(tournament.status)}
            />
            <PublicVideos title="Videos of Its Boats" query={tournamentVideosQuery(tournament.id)} />
          </Stack>
          <TournamentSidebar tournament={tournament} />
        </Grid>
      </Container>
    </>
  )
}
