import type { Generated, Selectable } from 'kysely'
import type { TournamentId, UserId, WebhookDeliveryId, WebhookId } from '#contract/ids.ts'
import type { WebhookDelivery, WebhookEvent } from '#contract/notifications/webhooks.ts'

export interface WebhooksTable {
  id: WebhookId
  tournament_id: TournamentId
  created_by: UserId
  url: string
  /** JSON: a list of topics. */
  topics: string
  created_at: number
  secret_version: Generated<number>
  secret_changed_at: number | null
  /** Deliveries. While there are any, a job sends them. */
  waiting: Generated<number>
  /** Part of the job's subject, which is `<id>/<run>`. */
  run: Generated<number>
  /** Failures since the last success. */
  failures: Generated<number>
  failing_since: number | null
  succeeded_at: number | null
  /** Problem of the last attempt, or null after a success. */
  problem: string | null
  /** Null while it is on. */
  disabled_at: number | null
}

export interface WebhookDeliveriesTable {
  /** The `webhook-id`: the same in every attempt. */
  id: WebhookDeliveryId
  webhook_id: WebhookId
  event: WebhookEvent
  /** JSON, as it is sent. */
  body: string
  state: WebhookDelivery['state']
  attempts: Generated<number>
  created_at: number
  attempted_at: number | null
  status: number | null
  duration_ms: number | null
  answer: string | null
  problem: string | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    webhooks: WebhooksTable
    webhook_deliveries: WebhookDeliveriesTable
  }
}

export type WebhookRow = Selectable<WebhooksTable>
export type WebhookDeliveryRow = Selectable<WebhookDeliveriesTable>
