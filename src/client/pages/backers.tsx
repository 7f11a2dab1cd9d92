import { Backers } from '#client/features/backers/backers.tsx'
import { NoSuchEntry, NotTheOwner } from '#client/features/backers/backers-states.tsx'
import { LivePage } from '#client/features/events/live-page.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'

export default function BackersPage({ params: { id = '' } }: PageProps) {
  const { head, forbidden } = useBoot()
  if (head === null || forbidden)
    return <Shell bleed>{forbidden ? <NotTheOwner entryId={id} /> : <NoSuchEntry />}</Shell>
  return (
    <Shell width="reading">
      <Backers entryId={id} />
      <LivePage />
    </Shell>
  )
}
