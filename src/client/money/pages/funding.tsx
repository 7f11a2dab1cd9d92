import { LivePage } from '#client/event-stream/live-page.tsx'
import { FundingLayout } from '#client/money/funding/funding-layout.tsx'
import { FundingSkeleton } from '#client/money/funding/funding-skeleton.tsx'
import { PushOffer } from '#client/notifications/follow/push-offer.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { entryQuery } from '#client/tournaments/api/entries.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { EntryNotFound } from '#client/ui/layout/entry-not-found.tsx'

export default function FundingPage({ params: { entryId = '' } }: PageProps) {
  return (
    <Shell missing={<EntryNotFound />}>
      <Data query={entryQuery(entryId)} fallback={<FundingSkeleton />}>
        {entry => <FundingLayout entry={entry} pushOffer={boat => <PushOffer boat={boat} />} />}
      </Data>
      <LivePage />
    </Shell>
  )
}
