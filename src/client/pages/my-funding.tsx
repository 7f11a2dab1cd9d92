import { LivePage } from '#client/features/events/live-page.tsx'
import { MyFunding } from '#client/features/funding/my-funding.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function MyFundingPage() {
  return (
    <Shell>
      <PageHeader title="My Funding" description="The boats you back, your receipts, and what they bring." />
      <MyFunding />
      <LivePage />
    </Shell>
  )
}
