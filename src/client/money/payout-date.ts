import { formatDate, type Zone } from '#client/domain/dates.ts'
import type { PayoutPromise } from '#contract/money/stake-texts.ts'

interface Stated {
  payoutDays: number | null
  payoutsDueAt: string | null
}

/** Returns the promised date in words, or null if the organiser has stated none. */
export const payoutPromiseOf = ({ payoutDays, payoutsDueAt }: Stated, zone: Zone): PayoutPromise | null =>
  payoutDays === null
    ? null
    : { days: payoutDays, by: payoutsDueAt === null ? null : formatDate(payoutsDueAt, zone) }
