import type { OrganiserFunding } from '#contract/money/funding.ts'

export interface StatusWords {
  tone: 'completed' | 'soon' | 'cancelled' | 'neutral'
  text: string
}

export function statusWords({
  status,
  refund,
  disputed,
  not_counted,
}: Pick<OrganiserFunding, 'status' | 'refund' | 'disputed' | 'not_counted'>): StatusWords {
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
      return { tone: 'completed', text: 'Completed' }
    case 'pending':
      return { tone: 'soon', text: 'Being checked' }
    case 'refunded':
      return { tone: 'neutral', text: 'Refunded' }
    case 'failed':
      return { tone: 'cancelled', text: 'Failed' }
  }
}
