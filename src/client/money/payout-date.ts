import { formatDate, type Zone } from '#client/domain/dates.ts'
import type { PayoutPromise } from '#contract/money/stake-texts.ts'

interface Stated {
  payoutDays: number | null
  payoutsDueAt: string | null
}

/** In words. Null: the organiser has stated no date. */
export const payoutPromiseOf = ({ payoutDays, payoutsDueAt }: Stated, zone: Zone): PayoutPromise | null =>
  payoutDays === null || payoutsDueAt === null
    ? null
    : { days: payoutDays, by: formatDate(payoutsDueAt, zone) }
