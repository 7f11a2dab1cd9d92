import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import type { OrganiserFunding } from '#contract/money/funding.ts'

interface StatusWords {
  tone: BadgeTone
  text: string
}

/** A funding, for its backer or the organiser. */
type ShownFunding = Pick<OrganiserFunding, 'status' | 'not_counted'> & {
  refund: Pick<NonNullable<OrganiserFunding['refund']>, 'status'> | null
  disputed?: boolean
}

export function FundingStatusBadge({ funding }: { funding: ShownFunding }) {
  const { tone, text } = statusWords(funding)
  return <Badge tone={tone}>{text}</Badge>
}

/** "Paid" is only said of winnings. */
export function statusWords({ status, refund, disputed = false, not_counted }: ShownFunding): StatusWords {
  if (disputed) return { tone: 'cancelled', text: 'Disputed' }
  switch (refund?.status) {
    case 'failed':
      return { tone: 'cancelled', text: 'Refund failed' }
    case 'pending':
      return { tone: 'soon', text: 'Refund on its way' }
    case 'done':
      return { tone: 'neutral', text: 'Refunded' }
    case undefined:
      break
  }
  if (not_counted !== null) return { tone: 'neutral', text: 'Not counted' }
  switch (status) {
    case 'completed':
      return { tone: 'completed', text: 'Funded' }
    case 'pending':
      return { tone: 'soon', text: 'Being checked' }
    case 'refunded':
      return { tone: 'neutral', text: 'Refunded' }
    case 'failed':
      return { tone: 'cancelled', text: 'Failed' }
  }
}
