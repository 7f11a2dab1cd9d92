import { LivePage } from '#client/event-stream/live-page.tsx'
import { ReceiptNotFound } from '#client/money/funding/funding-states.tsx'
import { MyReceipt } from '#client/money/funding/my-receipt.tsx'
import { PushOffer } from '#client/notifications/follow/push-offer.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'

export default function ReceiptPage({ params: { id = '' } }: PageProps) {
  return (
    <Shell width="reading" missing={<ReceiptNotFound />}>
      <MyReceipt id={id} pushOffer={boat => <PushOffer boat={boat} />} />
      <LivePage />
    </Shell>
  )
}
