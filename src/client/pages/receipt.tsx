import { ReceiptNotFound } from '#client/features/funding/funding-states.tsx'
import { MyReceipt } from '#client/features/funding/my-receipt.tsx'
import { Shell } from '#client/features/shell/shell.tsx'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page-files.ts'

export default function ReceiptPage({ params: { id = '' } }: PageProps) {
  const { head } = useBoot()
  return head === null ? (
    <Shell bleed>
      <ReceiptNotFound />
    </Shell>
  ) : (
    <Shell width="reading">
      <MyReceipt id={id} />
    </Shell>
  )
}
