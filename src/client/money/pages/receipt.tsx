import { LivePage } from '#client/event-stream/live-page.tsx'
import { fundingQuery } from '#client/money/api/funding.ts'
import { FundingSkeleton } from '#client/money/funding/funding-skeleton.tsx'
import { Receipt } from '#client/money/funding/receipt.tsx'
import { PushOffer } from '#client/notifications/follow/push-offer.tsx'
import type { PageProps } from '#client/page.ts'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { offPaper } from '#client/ui/layout/visibility.ts'

const ReceiptNotFound = () => (
  <MissingPage
    title="Receipt Not Found"
    lead="You have no funding with this number."
    href={paths.myFunding()}
    label="My Funding"
  />
)

export default function ReceiptPage({ params: { id = '' } }: PageProps) {
  return (
    <Shell width="reading" missing={<ReceiptNotFound />}>
      <Data query={fundingQuery(id)} fallback={<FundingSkeleton />}>
        {funding => (
          <>
            <div className={offPaper}>
              <PageHeader title={funding.tournament_entry.boat.name} />
            </div>
            <Receipt funding={funding} pushOffer={boat => <PushOffer boat={boat} />}>
              <LinkButton href={paths.myFunding()} variant="ghost">
                My Funding
              </LinkButton>
            </Receipt>
          </>
        )}
      </Data>
      <LivePage />
    </Shell>
  )
}
