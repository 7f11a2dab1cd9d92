import type { Generated, Selectable } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'

/** `refund_pending`: paid, but there was no room for it, so it was never counted and goes back. */
export type StoredFundingStatus = 'pending' | 'completed' | 'refund_pending' | 'refunded' | 'failed'

/** Why money goes back. `provider`: the operator gave it back there. */
export type RefundReason = 'cancelled' | 'withdrawn' | 'no_room' | 'closed' | 'provider' | 'dispute'

/** One payment of one person. Times are milliseconds since 1970. */
export interface FundingsTable {
  id: FundingId
  /** Null only until the payment names one. */
  entry_id: EntryId | null
  backer_id: UserId
  /** What is left of the payment, where the provider gave a part of it back. */
  amount_cents: number
  /** That part, in cents. */
  given_back_cents: Generated<number>
  /** For the captain. */
  message: string | null
  /** Of the captain. */
  reply: string | null
  replied_at: number | null
  status: StoredFundingStatus
  mode: PaymentMode
  /** When it stopped counting because the site changed to another payment mode. Null: it didn't. */
  set_aside_at: number | null
  /** `pi_…`; null for the moment until the provider has answered. */
  intent_id: string | null
  /** `ch_…`; null: not paid yet. */
  charge_id: string | null
  created_at: number
  /** Until then the amount is kept from others. */
  held_until: number
  /** When its backer first said that it is paid. */
  claimed_at: number | null
  /** When the provider was last asked about it. */
  checked_at: number | null
  /** How often an answer of the provider was written down: what was asked before the last of them is out of date. */
  provider_revision: Generated<number>
  completed_at: number | null
  failed_at: number | null
  refund_reason: RefundReason | null
  /** It is to go back from here on; a completed one counts until it has. */
  refund_requested_at: number | null
  refund_attempts: Generated<number>
  /** What the provider said last, fit to be shown to the organiser. */
  refund_error: string | null
  /** Set when nobody tries any more by himself. */
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
  /** When the provider was last asked about it. */
  checked_at: number | null
}

/** Rows of before the sandbox was a mode of its own: `live` or `sandbox`, decided by the first start with keys. */
export interface UnclearModesTable {
  funding_id: FundingId
}

/** How far the provider's events were read. Times are milliseconds since 1970. */
export interface ProviderReadsTable {
  mode: FundingsTable['mode']
  /** Everything that happened before was seen. */
  seen_until: number
  /** When the last pass ended. */
  passed_at: number
  /** The end of the pass that is under way; null: none is. */
  reading_until: number | null
  /** Where its next page begins. */
  reading_after: string | null
  /** Fundings that were not asked about since then are asked about one by one; null: none. */
  ask_before: number | null
}

/** A payment at the provider that no funding is about; most often the database is older than it. */
export interface UnknownPaymentsTable {
  /** `pi_…` */
  intent_id: string
  mode: FundingsTable['mode']
  event_id: string
  event_type: string
  /** Null: the provider did not say. */
  received_cents: number | null
  /** As it is written on the payment. */
  funding_id: string | null
  user_id: string | null
  entry_id: string | null
  first_seen_at: number
  last_seen_at: number
  /** Why `admin adopt-payments` could not record it. */
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
