import { fundingQuery } from '#client/money/api/funding.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { offPaper } from '#client/ui/layout/visibility.ts'
import { FundingSkeleton } from './funding-states.tsx'
import { type PushOffer, Receipt } from './receipt.tsx'

export function MyReceipt({ id, pushOffer }: { id: string; pushOffer: PushOffer }) {
  return (
    <Data query={fundingQuery(id)} fallback={<FundingSkeleton />}>
      {funding => (
        <>
          <div className={offPaper}>
            <PageHeader title={funding.tournament_entry.boat.name} />
          </div>
          <Receipt funding={funding} pushOffer={pushOffer}>
            <LinkButton href={paths.myFunding()} variant="ghost">
              My Funding
            </LinkButton>
          </Receipt>
        </>
      )}
    </Data>
  )
}
