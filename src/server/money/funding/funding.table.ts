import type { Generated, Selectable } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { GoalRule, InsiderRole } from '#contract/tournaments/goal-rules.ts'

/** `refund_pending`: paid, never counted. */
export type StoredFundingStatus = 'pending' | 'completed' | 'refund_pending' | 'refunded' | 'failed'

/** `provider`: refunded there by the operator. */
export type RefundReason =
  | 'cancelled'
  | 'withdrawn'
  | 'goal_missed'
  | 'no_room'
  | 'closed'
  | 'insider'
  | 'terms'
  | 'provider'
  | 'dispute'

/** Times are milliseconds since 1970. */
export interface FundingsTable {
  id: FundingId
  entry_id: EntryId | null
  backer_id: UserId
  amount_cents: number
  /** Partially refunded cents. */
  given_back_cents: Generated<number>
  /** Terms of the entry when the payment began; null without an entry. */
  bought_basis_points: number | null
  bought_goal_cents: number | null
  bought_goal_rule: GoalRule | null
  /** The backer's role in the entry when the payment arrived, or null if the backer was no insider. */
  insider: InsiderRole | null
  /** Version of the Terms of Service when the payment began, or null from before versions were stored. */
  terms_version: number | null
  /** Version of the tournament's rules when the payment began, or null without rules. */
  rules_number: Generated<number | null>
  message: string | null
  reply: string | null
  replied_at: number | null
  status: StoredFundingStatus
  mode: PaymentMode
  /** Time at which it stopped counting because the payment mode changed, or null. */
  set_aside_at: number | null
  /** `pi_…`; null until the provider answers. */
  intent_id: string | null
  /** `ch_…`, or null if not paid. */
  charge_id: string | null
  created_at: number
  /** Time at which a boat was named for a payment that began without one, or null. */
  entry_named_at: number | null
  /** End of the hold. */
  held_until: number
  /** Time at which the browser first confirmed the payment, or null. */
  claimed_at: number | null
  /** Time at which the provider was last asked, or null. */
  checked_at: number | null
  /** Counts recorded provider answers, to detect stale ones. */
  provider_revision: Generated<number>
  completed_at: number | null
  failed_at: number | null
  refund_reason: RefundReason | null
  /** A completed funding counts until the refund arrives. */
  refund_requested_at: number | null
  refund_attempts: Generated<number>
  /** Error text that the organiser reads, or null. */
  refund_error: string | null
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

/** One row a payment mode. */
export interface LastWebhooksTable {
  mode: PaymentMode
  received_at: number
}

/** One row a payment mode: the last. */
export interface RefusedWebhooksTable {
  mode: PaymentMode
  refused_at: number
  reason: string
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
  checked_at: number | null
  /** Deadline for answering it, or null if unknown. */
  evidence_due_at: number | null
}

export interface UnclearModesTable {
  funding_id: FundingId
}

/** Times are milliseconds since 1970. */
export interface ProviderReadsTable {
  mode: PaymentMode
  seen_until: number
  passed_at: number
  /** Null if no pass is under way. */
  reading_until: number | null
  /** The next page's cursor. */
  reading_after: string | null
  /** Fundings that are unchecked since then are checked singly; null without any. */
  ask_before: number | null
}

/** Payments without a funding, usually after a restored backup. */
export interface UnknownPaymentsTable {
  /** `pi_…` */
  intent_id: string
  mode: PaymentMode
  event_id: string
  event_type: string
  /** Null if unknown. */
  received_cents: number | null
  /** Id that the payment's metadata holds, or null. */
  funding_id: string | null
  user_id: string | null
  entry_id: string | null
  first_seen_at: number
  last_seen_at: number
  refusal: string | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    fundings: FundingsTable
    fundings_of_unclear_mode: UnclearModesTable
    provider_reads: ProviderReadsTable
    unknown_payments: UnknownPaymentsTable
    webhook_events: WebhookEventsTable
    last_webhooks: LastWebhooksTable
    refused_webhooks: RefusedWebhooksTable
    disputes: DisputesTable
  }
}

export type FundingRow = Selectable<FundingsTable>
