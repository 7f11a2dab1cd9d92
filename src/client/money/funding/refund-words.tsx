import { Money } from '#client/ui/marks/money.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import type { Refund } from '#contract/money/funding.ts'

function stateWords(status: Refund['status']): string {
  switch (status) {
    case 'pending':
      return 'is on its way back to you'
    case 'done':
      return 'went back to you'
    case 'failed':
      return 'hasn’t reached you yet; the organiser knows'
  }
}

/** Returns why a payment that the server has recorded doesn't count. */
export const goneBackText = ({ reason, status }: Refund): string =>
  `${reason} The full amount ${stateWords(status)}.`

interface RefundWordsProps {
  refund: Refund
  /** Amount of the funding in dollars. */
  amount: string
}

/** "$25.00 went back to you on Nov 28, 2026. The funding goal was not reached in time." */
export const RefundWords = ({ refund, amount }: RefundWordsProps) => (
  <>
    <Money amount={amount} cents /> {stateWords(refund.status)}
    {refund.refunded_at !== null && (
      <>
        {' '}
        on <DateOnly iso={refund.refunded_at} />
      </>
    )}
    . {refund.reason}
  </>
)
