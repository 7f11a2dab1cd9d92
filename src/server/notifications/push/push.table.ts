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
  /** When the push service first failed, after the last push that it accepted. */
  failing_since: number | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    push_subscriptions: PushSubscriptionsTable
  }
}

export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>
