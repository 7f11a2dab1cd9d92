import { type ReactNode, useState } from 'react'
import { boardOf } from '#client/domain/standings.ts'
import { useEventStream, useLiveState } from '#client/event-stream/use-live.ts'
import { useBoot } from '#client/lib/boot.tsx'
import type { QueryProps } from '#client/lib/query.tsx'
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
import { boardsShown } from '#client/tournaments/kiosk/slides.ts'
import { useFreshPage } from '#client/tournaments/kiosk/use-fresh-page.ts'
import { isCut } from '#client/tournaments/kiosk/use-slides.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import { resultsText } from '#contract/tournaments/results-state.ts'

const states = { fallback: <KioskSkeleton />, failed: <KioskFailed /> }

/** `/kiosk/:tournamentId`: only that tournament. */
export default function KioskPage({ params: { tournamentId } }: PageProps) {
  const { head } = useBoot()
  useEventStream()
  if (head === null) return <KioskMissing />
  const screen = (boards: readonly Board[]) => (
    <FirstSlide boards={boards}>
      <Optional query={kioskUpdatesQuery(tournamentId)}>
        {(updates = []) => (
          <Optional query={kioskAnnouncementsQuery(tournamentId)}>
            {(announcements = []) => (
              <KioskScreen
                boards={boards}
                updates={updates}
                announcements={announcements}
                age={<LiveAge />}
                results={({ id }) => <ResultsWords tournament={id} />}
              />
            )}
          </Optional>
        )}
      </Optional>
    </FirstSlide>
  )
  return tournamentId === undefined ? (
    <Data query={runningBoardsQuery()} {...states}>
      {boards => (
        <Data query={runningCardsQuery()} {...states}>
          {running => {
            const kioskBoards = boardsShown(boards.items, running.items, undefined)
            return kioskBoards.length > 0 ? screen(kioskBoards) : <Idle>{screen}</Idle>
          }}
        </Data>
      )}
    </Data>
  ) : (
    <Data query={tournamentQuery(tournamentId)} {...states}>
      {tournament => screen([boardOf(tournament)])}
    </Data>
  )
}

/** Parts that depend on the connection. They change right after hydration, so they stand apart: no row renders again. */
function LiveAge() {
  const live = useLiveState()
  useFreshPage(!live.isOffline)
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

interface OptionalProps<T> {
  query: QueryProps<T>['query']
  /** @param data undefined when the query failed */
  children(data?: T): ReactNode
}

/** The leaderboard is shown even without these data. */
const Optional = <T,>({ query, children }: OptionalProps<T>) => (
  <Data query={query} fallback={<KioskSkeleton />} failed={children()}>
    {children}
  </Data>
)

/** Renders the first slide whole, so that a reload without a network has it, and with its category. */
function FirstSlide({ boards: [board], children }: { boards: readonly Board[]; children: ReactNode }) {
  const [first] = useState(board)
  const ruled = board?.tournament.ruled ? (
    <Optional query={rulesQuery(board.tournament.id)}>{() => children}</Optional>
  ) : (
    children
  )
  if (first === undefined || !isCut(first)) return ruled
  return <Optional query={tournamentQuery(first.tournament.id)}>{() => ruled}</Optional>
}
