import { LivePage } from '#client/features/events/live-page.tsx'
import { entryQuery, type FundedEntry } from '#client/features/funding/funding.queries.ts'
import { FundingLayout } from '#client/features/funding/funding-layout.tsx'
import { FundingFailed, FundingSkeleton } from '#client/features/funding/funding-states.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import { Data } from '#client/lib/query.tsx'
import type { PageProps } from '#client/page-files.ts'
import { paths } from '#client/paths.ts'
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
      <Data<FundedEntry>
        query={entryQuery(entryId)}
        fallback={<FundingSkeleton />}
        failed={<FundingFailed href={paths.funding(entryId)} />}
      >
        {entry => <FundingLayout entry={entry} />}
      </Data>
      <LivePage />
    </Shell>
  )
}
