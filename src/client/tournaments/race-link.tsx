import ChartLine from 'lucide-react/icons/chart-line'
import { resultOf } from '#client/domain/result.ts'
import { paths } from '#client/paths.ts'
import { SectionLink } from '#client/ui/controls/link.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

/** Link to the race; nothing before a fish counts. */
export function RaceLink({ tournament: { id, status, entries } }: { tournament: Tournament }) {
  if (status === 'cancelled' || !entries.some(entry => resultOf(entry))) return null
  return (
    <SectionLink href={paths.race(id)}>
      <ChartLine size={20} />
      Race
    </SectionLink>
  )
}
