import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import type { Funding } from '#contract/money/funding.ts'

interface Look {
  tone: BadgeTone
  label: string
}

type Shown = Pick<Funding, 'status' | 'refund' | 'not_counted'>

function lookOf({ status, refund, not_counted }: Shown): Look {
  if (refund?.status === 'pending') return { tone: 'soon', label: 'Refund under way' }
  if (refund?.status === 'failed') return { tone: 'cancelled', label: 'Refund delayed' }
  if (not_counted !== null) return { tone: 'neutral', label: 'Not counted' }
  switch (status) {
    case 'completed':
      return { tone: 'completed', label: 'Paid' }
    case 'pending':
      return { tone: 'soon', label: 'Pending' }
    case 'refunded':
      return { tone: 'neutral', label: 'Refunded' }
    case 'failed':
      return { tone: 'cancelled', label: 'Failed' }
  }
}

export function FundingStatusBadge({ funding }: { funding: Shown }) {
  const { tone, label } = lookOf(funding)
  return <Badge tone={tone}>{label}</Badge>
}
