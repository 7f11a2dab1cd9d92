import { tournamentQuery, tournamentsQuery } from '#client/api/tournaments.ts'
import { kioskUpdatesQuery } from '#client/api/updates.ts'
import { useLive } from '#client/features/events/use-live.ts'
import { KioskScreen } from '#client/features/kiosk/kiosk-screen.tsx'
import { KioskFailed, KioskMissing, KioskSkeleton } from '#client/features/kiosk/kiosk-states.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'
import { Data } from '#client/ui/layout/data.tsx'
import type { Tournament } from '#contract/tournaments.ts'
import type { Update } from '#contract/updates.ts'

/** `/kiosk/:tournamentId`: only that tournament. */
export default function KioskPage({ params: { tournamentId } }: PageProps) {
  const { head } = useBoot()
  const live = useLive()
  if (head === null) return <KioskMissing />
  const screen = (tournaments: readonly Tournament[], updates: readonly Update[]) => (
    <KioskScreen
      tournaments={tournaments}
      show={tournamentId === undefined ? 'all' : 'one'}
      updates={updates}
      fresh={live}
    />
  )
  // Shows the leaderboard even without updates.
  const withUpdates = (tournaments: readonly Tournament[]) => (
    <Data<Update[]>
      query={kioskUpdatesQuery(tournamentId)}
      fallback={<KioskSkeleton />}
      failed={screen(tournaments, [])}
    >
      {updates => screen(tournaments, updates)}
    </Data>
  )
  const states = { fallback: <KioskSkeleton />, failed: <KioskFailed /> }
  return tournamentId === undefined ? (
    <Data<Tournament[]> query={tournamentsQuery()} {...states}>
      {withUpdates}
    </Data>
  ) : (
    <Data<Tournament> query={tournamentQuery(tournamentId)} {...states}>
      {tournament => withUpdates([tournament])}
    </Data>
  )
}
