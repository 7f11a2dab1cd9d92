import type { OrganiserFunding } from '#contract/money/funding.ts'

interface StatusWords {
  tone: 'completed' | 'soon' | 'cancelled' | 'neutral'
  text: string
}

type Part = 'status' | 'not_counted'

/** Status of a funding for its backer and the organiser. */
export type ShownStatus = Pick<OrganiserFunding, Part> & {
  refund: Pick<NonNullable<OrganiserFunding['refund']>, 'status'> | null
  disputed?: boolean
}

/** The same for backer and organiser. "Paid" is only said of winnings. */
export function statusWords({ status, refund, disputed = false, not_counted }: ShownStatus): StatusWords {
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
