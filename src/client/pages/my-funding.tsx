import { LivePage } from '#client/features/events/live-page.tsx'
import { MyFunding } from '#client/features/funding/my-funding.tsx'
import { PayoutDetails } from '#client/features/payouts/payout-details.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function MyFundingPage() {
  return (
    <Shell>
      <PageHeader title="My Funding" description="The boats you back, your receipts, and what they bring." />
      <PayoutDetails />
      <MyFunding />
      <LivePage />
    </Shell>
  )
}
