import ReceiptText from 'lucide-react/icons/receipt-text'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'

export const NoSlip = () => (
  <EmptyState
    as="h1"
    icon={<ReceiptText size={26} aria-hidden />}
    title="Weigh slip not found"
    description="Check the number for a typing error. If it reads exactly so on the slip, this site never made that slip, or its tournament was deleted."
    action={
      <LinkButton href={paths.home()} variant="secondary">
        Back to Home
      </LinkButton>
    }
  />
)
