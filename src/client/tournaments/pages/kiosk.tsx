import { type ReactNode, useState } from 'react'
import { useEventStream, useLiveState } from '#client/event-stream/use-live.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { resultsQuery } from '#client/money/api/payouts.ts'
import type { PageProps } from '#client/page.ts'
import { kioskAnnouncementsQuery } from '#client/tournaments/api/announcements.ts'
import { lastBoardQuery, runningBoardsQuery } from '#client/tournaments/api/leaderboard.ts'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import { nextCardQuery, runningCardsQuery, tournamentQuery } from '#client/tournaments/api/tournaments.ts'
import { kioskUpdatesQuery } from '#client/tournaments/api/updates.ts'
import { Age } from '#client/tournaments/kiosk/kiosk-foot.tsx'
import { KioskScreen } from '#client/tournaments/kiosk/kiosk-screen.tsx'
import { KioskFailed, KioskMissing, KioskSkeleton } from '#client/tournaments/kiosk/kiosk-states.tsx'
import { boardOf, boardsShown } from '#client/tournaments/kiosk/slides.ts'
import { useFreshPage } from '#client/tournaments/kiosk/use-fresh-page.ts'
import { isCut } from '#client/tournaments/kiosk/use-slides.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import { resultsText } from '#contract/tournaments/results-state.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import type { Update } from '#contract/tournaments/updates.ts'

const states = { fallback: <KioskSkeleton />, failed: <KioskFailed /> }

/** `/kiosk/:tournamentId`: only that tournament. */
export default function KioskPage({ params: { tournamentId } }: PageProps) {
  const { head } = useBoot()
  useEventStream()
  if (head === null) return <KioskMissing />
  // Shows the leaderboard even without updates and announcements.
  const screen = (boards: readonly Board[], updates: readonly Update[]) => {
    const withAnnouncements = (announcements: readonly Announcement[]) => (
      <KioskScreen
        boards={boards}
        updates={updates}
        announcements={announcements}
        age={<LiveAge />}
        results={({ id }) => <ResultsWords tournament={id} />}
      />
    )
    return (
      <Data
        query={kioskAnnouncementsQuery(tournamentId)}
        fallback={<KioskSkeleton />}
        failed={withAnnouncements([])}
      >
        {withAnnouncements}
      </Data>
    )
  }
  const withUpdates = (boards: readonly Board[]) => (
    <Data query={kioskUpdatesQuery(tournamentId)} fallback={<KioskSkeleton />} failed={screen(boards, [])}>
      {updates => screen(boards, updates)}
    </Data>
  )
  const whole = (boards: readonly Board[]) => (
    <WithWholeFirst boards={boards}>
      <WithRules tournament={boards[0]?.tournament}>{withUpdates(boards)}</WithRules>
    </WithWholeFirst>
  )
  return tournamentId === undefined ? (
    <Data query={runningBoardsQuery()} {...states}>
      {boards => (
        <Data query={runningCardsQuery()} {...states}>
          {running => {
            const kioskBoards = boardsShown(boards.items, running.items, undefined)
            return kioskBoards.length > 0 ? whole(kioskBoards) : <Idle>{whole}</Idle>
          }}
        </Data>
      )}
    </Data>
  ) : (
    <Data query={tournamentQuery(tournamentId)} {...states}>
      {tournament => <WithRules tournament={tournament}>{withUpdates([boardOf(tournament)])}</WithRules>}
    </Data>
  )
}

/** Parts that depend on the connection. They change right after hydration, so they stand apart: no row renders again. */
function LiveAge() {
  const live = useLiveState()
  useFreshPage(live.mode !== 'offline')
  return <Age {...live} />
}

/** One line, unlike `ResultsState`. */
const ResultsWords = ({ tournament }: { tournament: string }) => (
  <Data query={resultsQuery(tournament)} optional>
    {({ state, heldAwards }) => state !== 'running' && resultsText(state, heldAwards.length)}
  </Data>
)

/** Kiosk while no tournament runs. */
const Idle = ({ children }: { children: (boards: readonly Board[]) => ReactNode }) => (
  <Data query={lastBoardQuery()} {...states}>
    {({ items: last }) => (
      <Data query={nextCardQuery()} {...states}>
        {({ items: [next] }) => children(boardsShown(last, [], next))}
      </Data>
    )}
  </Data>
)

/** Renders the first slides complete, so that a reload without a network has them. */
function WithWholeFirst({ boards: [board], children }: { boards: readonly Board[]; children: ReactNode }) {
  const [first] = useState(board)
  if (first === undefined || !isCut(first)) return children
  return (
    <Data query={tournamentQuery(first.tournament.id)} fallback={<KioskSkeleton />} failed={children}>
      {() => children}
    </Data>
  )
}

interface WithRulesProps {
  tournament: TournamentSummary | undefined
  children: ReactNode
}

/** Renders the first slide with its category. */
function WithRules({ tournament, children }: WithRulesProps) {
  if (!tournament?.ruled) return children
  return (
    <Data query={rulesQuery(tournament.id)} fallback={<KioskSkeleton />} failed={children}>
      {() => children}
    </Data>
  )
}
