import { Backers } from '#client/features/backers/backers.tsx'
import { NotTheOwner } from '#client/features/backers/backers-states.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { HandedOver } from '#client/features/handovers/handed-over.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'
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
