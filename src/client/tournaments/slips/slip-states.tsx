import ReceiptText from 'lucide-react/icons/receipt-text'
import { MissingDocument } from '#client/ui/layout/missing-document.tsx'

export const NoSlip = () => (
  <MissingDocument
    icon={<ReceiptText size={26} aria-hidden />}
    title="Weigh slip not found"
    description="Check the number for a typing error. If it reads exactly so on the slip, this site never made that slip, or its tournament was deleted."
  />
)
