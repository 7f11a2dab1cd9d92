import { PaymentReturn } from '#client/features/funding/payment-return.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import type { PageProps } from '#client/page-files.ts'

export default function FundingReturnPage({ params: { entryId = '' } }: PageProps) {
  return (
    <Shell width="reading">
      <PaymentReturn entryId={entryId} />
    </Shell>
  )
}
