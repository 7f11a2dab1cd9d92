import { BoatLists } from '#client/boats/boats/boat-lists.tsx'
import { LivePage } from '#client/event-stream/live-page.tsx'
import { Shell } from '#client/shell/shell.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function BoatsPage() {
  return (
    <Shell>
      <PageHeader title="Boats" description="The boats that fish our tournaments, and who runs them." />
      <BoatLists />
      <LivePage />
    </Shell>
  )
}
