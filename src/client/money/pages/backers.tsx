import { LivePage } from '#client/event-stream/live-page.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { Backers } from '#client/money/backers/backers.tsx'
import { HandedOver } from '#client/money/handovers/handed-over.tsx'
import type { PageProps } from '#client/page.ts'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { EntryNotFound } from '#client/ui/layout/entry-not-found.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'

const NotTheOwner = ({ entryId }: { entryId: string }) => (
  <MissingPage
    title="Not Your Boat"
    lead="Only the owner of a boat sees who backs it."
    href={paths.funding(entryId)}
    label="See the Boat"
  />
)

export default function BackersPage({ params: { id = '' } }: PageProps) {
  const { head, forbidden } = useBoot()
  if (head === null || forbidden)
    return <Shell bleed>{forbidden ? <NotTheOwner entryId={id} /> : <EntryNotFound />}</Shell>
  return (
    <Shell width="reading">
      <Backers entryId={id} />
      <HandedOver entryId={id} boat="your boat" />
      <LivePage />
    </Shell>
  )
}
