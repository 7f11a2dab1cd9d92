import { LivePage } from '#client/event-stream/live-page.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { Backers } from '#client/money/backers/backers.tsx'
import { NotTheOwner } from '#client/money/backers/backers-states.tsx'
import { HandedOver } from '#client/money/handovers/handed-over.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { EntryNotFound } from '#client/ui/layout/entry-not-found.tsx'

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
