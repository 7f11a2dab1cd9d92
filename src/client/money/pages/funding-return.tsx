import { PaymentReturn } from '#client/money/funding/payment-return.tsx'
import { PushOffer } from '#client/notifications/follow/push-offer.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'

export default function FundingReturnPage({ params: { entryId = '' } }: PageProps) {
  return (
    <Shell width="reading">
      <PaymentReturn entryId={entryId} pushOffer={boat => <PushOffer boat={boat} />} />
    </Shell>
  )
}
