import { useNow } from '#client/lib/now.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { ProtestWindow } from '#contract/tournaments/protests.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { remainingText } from './protest-texts.ts'

type Dates = Pick<Tournament, 'startDate' | 'status'>

/** Returns whether captains can file now. */
export function isWindowOpen({ until }: ProtestWindow, { startDate, status }: Dates, now: number): boolean {
  return until !== null && status !== 'cancelled' && now >= Date.parse(startDate) && now < Date.parse(until)
}

/** "Captains can file protests until Nov 24, 2026, 9:00 PM. 42 minutes left." */
export function WindowText({ window: { until } }: { window: ProtestWindow }) {
  const now = useNow()
  if (until === null) return <>Captains talk to the organisers: the rules take no protests here.</>
  const duration = remainingText(until, now)
  if (duration === null)
    return (
      <>
        Time for protests ended <DateTime iso={until} />.
      </>
    )
  return (
    <>
      Captains can file protests until <DateTime iso={until} />. {duration} left.
    </>
  )
}
