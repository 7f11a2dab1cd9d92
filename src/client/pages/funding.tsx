import { LivePage } from '#client/features/events/live-page.tsx'
import { entryQuery, type FundedEntry } from '#client/features/funding/funding.queries.ts'
import { FundingLayout } from '#client/features/funding/funding-layout.tsx'
import { FundingSkeleton } from '#client/features/funding/funding-states.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { EntryNotFound } from '#client/ui/layout/entry-not-found.tsx'

export default function FundingPage({ params: { entryId = '' } }: PageProps) {
  const { head } = useBoot()
  if (head === null)
    return (
      <Shell bleed>
        <EntryNotFound />
      </Shell>
    )
  return (
    <Shell>
      <Data<FundedEntry> query={entryQuery(entryId)} fallback={<FundingSkeleton />}>
        {entry => <FundingLayout entry={entry} />}
      </Data>
      <LivePage />
    </Shell>
  )
}
