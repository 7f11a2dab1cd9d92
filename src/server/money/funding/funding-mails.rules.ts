import type { FundingId } from '#contract/ids.ts'
import type { FundingRow } from './funding.table.ts'

export const fundingMailKind = 'mail-money'

export interface FundingMailName {
  due: 'receipt' | 'called_off' | 'part_refund' | 'refund'
  funding: FundingId
  /** `part_refund`: total cents refunded; else the time of the change. */
  which: number
}

/** Returns the job's subject, which is unique for each mail. */
export const fundingMailSubject = ({ due, funding, which }: FundingMailName): string =>
  `${due}/${funding}/${which}`

export function parseFundingMailSubject(subject: string): FundingMailName {
  const [due, funding, which] = subject.split('/') as [FundingMailName['due'], FundingId, string]
  return { due, funding, which: Number(which) }
}

type State = Pick<FundingRow, 'status' | 'refund_requested_at' | 'given_back_cents'>

/** Returns whether the mail still describes the funding: a newer mail may have replaced it. */
export function isCurrent({ due, which }: FundingMailName, funding: State): boolean {
  const { status, refund_requested_at: requestedAt, given_back_cents: givenBack } = funding
  switch (due) {
    case 'receipt':
      return status === 'completed' && requestedAt === null && givenBack === 0
    case 'part_refund':
      return requestedAt === null && givenBack === which
    case 'called_off':
      return status === 'completed' && requestedAt !== null
    case 'refund':
      return status === 'refunded'
  }
}
