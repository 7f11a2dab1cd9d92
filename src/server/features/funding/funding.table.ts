import type { Generated, Selectable } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'

/** `refund_pending`: paid, but never counted. */
export type StoredFundingStatus = 'pending' | 'completed' | 'refund_pending' | 'refunded' | 'failed'

/** `provider`: the operator refunded it there. */
export type RefundReason = 'cancelled' | 'withdrawn' | 'no_room' | 'closed' | 'provider' | 'dispute'

/** One payment. Times are milliseconds since 1970. */
export interface FundingsTable {
  id: FundingId
  /** Null until the payment names one. */
  entry_id: EntryId | null
  backer_id: UserId
  /** Without partial refunds. */
  amount_cents: number
  /** Partially refunded cents. */
  given_back_cents: Generated<number>
  message: string | null
  reply: string | null
  replied_at: number | null
  status: StoredFundingStatus
  mode: PaymentMode
  /** Stopped counting after a change of the payment mode. */
  set_aside_at: number | null
  /** `pi_…`; null until the provider answers. */
  intent_id: string | null
  /** `ch_…`; null: not paid. */
  charge_id: string | null
  created_at: number
  /** End of the hold. */
  held_until: number
  /** First confirmed by the browser. */
  claimed_at: number | null
  /** The provider was last asked. */
  checked_at: number | null
  /** Counts recorded provider answers; detects stale ones. */
  provider_revision: Generated<number>
  completed_at: number | null
  failed_at: number | null
  refund_reason: RefundReason | null
  /** A completed funding counts until the refund arrives. */
  refund_requested_at: number | null
  refund_attempts: Generated<number>
  /** The provider's last error, for the organiser. */
  refund_error: string | null
  /** Automatic retries ended. */
  refund_failed_at: number | null
  /** `re_…` */
  refund_id: string | null
  refunded_at: number | null
}

export interface WebhookEventsTable {
  /** `evt_…` */
  id: string
  type: string
  received_at: number
}

export interface DisputesTable {
  /** `dp_…` */
  id: string
  funding_id: FundingId
  amount_cents: number
  reason: string | null
  status: 'open' | 'won' | 'lost'
  created_at: number
  closed_at: number | null
  /** The provider was last asked. */
  checked_at: number | null
}

export interface UnclearModesTable {
  funding_id: FundingId
}

/** Progress of polling. Times are milliseconds since 1970. */
export interface ProviderReadsTable {
  mode: FundingsTable['mode']
  /** All earlier events were read. */
  seen_until: number
  /** The last pass ended. */
  passed_at: number
  /** End of the current pass; null: none. */
  reading_until: number | null
  /** The next page's cursor. */
  reading_after: string | null
  /** Fundings unchecked since then are checked singly; null: none. */
  ask_before: number | null
}

/** A payment without a funding, usually after a restored backup. */
export interface UnknownPaymentsTable {
  /** `pi_…` */
  intent_id: string
  mode: FundingsTable['mode']
  event_id: string
  event_type: string
  /** Null: unknown. */
  received_cents: number | null
  /** From the metadata. */
  funding_id: string | null
  user_id: string | null
  entry_id: string | null
  first_seen_at: number
  last_seen_at: number
  /** Why `admin adopt-payments` failed. */
  refusal: string | null
}

export interface FundingTables {
  fundings: FundingsTable
  fundings_of_unclear_mode: UnclearModesTable
  provider_reads: ProviderReadsTable
  unknown_payments: UnknownPaymentsTable
  webhook_events: WebhookEventsTable
  disputes: DisputesTable
}

export type FundingRow = Selectable<FundingsTable>
