import { LivePage } from '#client/event-stream/live-page.tsx'
import { MyFunding } from '#client/money/funding/my-funding.tsx'
import { PayoutDetails } from '#client/money/payouts/payout-details.tsx'
import { Shell } from '#client/shell/shell.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function MyFundingPage() {
  return (
    <Shell>
      <PageHeader title="My Funding" />
      <PayoutDetails />
      <MyFunding />
      <LivePage />
    </Shell>
  )
}
