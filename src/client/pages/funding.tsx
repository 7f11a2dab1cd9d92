import { entryQuery } from '#client/api/entries.ts'
import { LivePage } from '#client/features/events/live-page.tsx'
import { FundingLayout } from '#client/features/funding/funding-layout.tsx'
import { FundingSkeleton } from '#client/features/funding/funding-states.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { EntryNotFound } from '#client/ui/layout/entry-not-found.tsx'
import type { EntryWithTournament } from '#contract/tournaments.ts'

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
      <Data<EntryWithTournament> query={entryQuery(entryId)} fallback={<FundingSkeleton />}>
        {entry => <FundingLayout entry={entry} />}
      </Data>
      <LivePage />
    </Shell>
  )
}
