import type { Selectable } from 'kysely'
import type { PushSubscriptionId, SessionId, UserId } from '#contract/ids.ts'

/** Deleted with its session. */
export interface PushSubscriptionsTable {
  id: PushSubscriptionId
  user_id: UserId
  session_id: SessionId
  endpoint: string
  /** base64url. */
  p256dh: string
  auth: string
  created_at: number
  /** Time of the push service's first failure after its last success, or null. */
  failing_since: number | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    push_subscriptions: PushSubscriptionsTable
  }
}

export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>
