import { type ReactNode, useState } from 'react'
import { kioskAnnouncementsQuery } from '#client/api/announcements.ts'
import { boardsQuery } from '#client/api/leaderboard.ts'
import { nextCardQuery, runningCardsQuery, tournamentQuery } from '#client/api/tournaments.ts'
import { kioskUpdatesQuery } from '#client/api/updates.ts'
import { useLive } from '#client/features/events/use-live.ts'
import { KioskScreen } from '#client/features/kiosk/kiosk-screen.tsx'
import { KioskFailed, KioskMissing, KioskSkeleton } from '#client/features/kiosk/kiosk-states.tsx'
import { boardOf, boardsShown } from '#client/features/kiosk/slides.ts'
import { isCut } from '#client/features/kiosk/use-slides.ts'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageOf } from '#client/lib/request.ts'
import type { PageProps } from '#client/page-files.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { Announcement } from '#contract/announcements.ts'
import type { Board } from '#contract/leaderboard.ts'
import { limits } from '#contract/limits.ts'
import type { Tournament, TournamentCard } from '#contract/tournaments.ts'
import type { Update } from '#contract/updates.ts'

const states = { fallback: <KioskSkeleton />, failed: <KioskFailed /> }

/** `/kiosk/:tournamentId`: only that tournament. */
export default function KioskPage({ params: { tournamentId } }: PageProps) {
  const { head } = useBoot()
  const live = useLive()
  if (head === null) return <KioskMissing />
  // Shows the leaderboard even without updates and announcements.
  const screen = (boards: readonly Board[], updates: readonly Update[]) => {
    const withAnnouncements = (announcements: readonly Announcement[]) => (
      <KioskScreen boards={boards} updates={updates} announcements={announcements} fresh={live} />
    )
    return (
      <Data<Announcement[]>
        query={kioskAnnouncementsQuery(tournamentId)}
        fallback={<KioskSkeleton />}
        failed={withAnnouncements([])}
      >
        {withAnnouncements}
      </Data>
    )
  }
  const withUpdates = (boards: readonly Board[]) => (
    <Data<Update[]>
      query={kioskUpdatesQuery(tournamentId)}
      fallback={<KioskSkeleton />}
      failed={screen(boards, [])}
    >
      {updates => screen(boards, updates)}
    </Data>
  )
  return tournamentId === undefined ? (
    <Data<PageOf<Board>> query={boardsQuery(limits.boardsPageMax)} {...states}>
      {boards => (
        <Data<PageOf<TournamentCard>> query={runningCardsQuery()} {...states}>
          {running => (
            <Data<PageOf<TournamentCard>> query={nextCardQuery()} {...states}>
              {next => {
                const shown = boardsShown(boards.items, running.items, next.items[0])
                return <WithWholeFirst boards={shown}>{withUpdates(shown)}</WithWholeFirst>
              }}
            </Data>
          )}
        </Data>
      )}
    </Data>
  ) : (
    <Data<Tournament> query={tournamentQuery(tournamentId)} {...states}>
      {tournament => withUpdates([boardOf(tournament)])}
    </Data>
  )
}

/** Renders the first slides complete, so that a reload without a network has them. */
function WithWholeFirst({ boards: [board], children }: { boards: readonly Board[]; children: ReactNode }) {
  const [first] = useState(board)
  if (first === undefined || !isCut(first)) return children
  return (
    <Data<Tournament>
      query={tournamentQuery(first.tournament.id)}
      fallback={<KioskSkeleton />}
      failed={children}
    >
      {() => children}
    </Data>
  )
}
