import ReceiptText from 'lucide-react/icons/receipt-text'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageProps } from '#client/page.ts'
import { Shell } from '#client/shell/shell.tsx'
import { slipQuery } from '#client/tournaments/api/log.ts'
import { ConfirmWeight } from '#client/tournaments/slips/confirm-weight.tsx'
import { SlipView } from '#client/tournaments/slips/slip-view.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { MissingDocument } from '#client/ui/layout/missing-document.tsx'

const NoSlip = () => (
  <MissingDocument
    icon={<ReceiptText size={26} />}
    title="Weigh slip not found"
    description="Check the number for a typing error. If it reads exactly so on the slip, this site never made that slip, or its tournament was deleted."
  />
)

export default function SlipPage({ params: { number = '' } }: PageProps) {
  const { head, viewer } = useBoot()
  return (
    <Shell width="reading">
      {head === null ? (
        <NoSlip />
      ) : (
        <Data query={slipQuery(number)} what="The slip" shape="card">
          {slip => <SlipView slip={slip} confirm={viewer && <ConfirmWeight slip={slip} />} />}
        </Data>
      )}
    </Shell>
  )
}
