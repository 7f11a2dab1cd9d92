import ScrollText from 'lucide-react/icons/scroll-text'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { logHeadQuery } from '#client/tournaments/api/log.ts'
import { LogView } from '#client/tournaments/log/log-view.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { MissingDocument } from '#client/ui/layout/missing-document.tsx'

const NoLog = () => (
  <MissingDocument
    icon={<ScrollText size={26} />}
    title="No public catch log"
    description="There is no such tournament, or its organiser hasn’t made its log public."
  />
)

export default function TournamentLogPage({ params: { id = '' } }: PageProps) {
  const { head } = useBoot()
  return (
    <Shell>
      {head === null ? (
        <NoLog />
      ) : (
        <Data query={logHeadQuery(id)} what="The log" shape="block">
          {latest => <LogView tournament={{ id, name: '', ...head?.about?.tournament }} head={latest} />}
        </Data>
      )}
    </Shell>
  )
}
