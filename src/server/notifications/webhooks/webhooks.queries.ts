import { sql } from 'kysely'
import type { TournamentId, UserId, WebhookId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { WebhookTopic } from '#contract/notifications/webhooks.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import type { WebhookRow } from './webhooks.table.ts'

export const noWebhook = () => notFound('There is no such webhook.')

/** Returns the webhooks in the order of their creation. */
export const listWebhooks = (db: Db, tournament: TournamentId): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('tournament_id', '=', tournament)
    .orderBy('id')
    .limit(limits.webhooks)
    .execute()

export const countWebhooksOf = (db: Db, person: UserId): Promise<number> =>
  countRows(db.selectFrom('webhooks').where('created_by', '=', person))

/** @throws ApiError 404 */
export async function getWebhook(db: Db, id: WebhookId): Promise<WebhookRow> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw noWebhook()
  return row
}

export interface NewWebhook {
  id: WebhookId
  tournament: TournamentId
  by: UserId
  url: string
  topics: readonly WebhookTopic[]
}

export const insertWebhook = (
  trx: Trx,
  { id, tournament, by, url, topics }: NewWebhook,
  now: number,
): Promise<WebhookRow> =>
  trx
    .insertInto('webhooks')
    .values({
      id,
      tournament_id: tournament,
      created_by: by,
      url,
      topics: JSON.stringify([...new Set(topics)]),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export type WebhookChanges = Partial<Omit<WebhookRow, 'id'>>

export const updateWebhook = (trx: Trx, id: WebhookId, changes: WebhookChanges): Promise<WebhookRow> =>
  trx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Keeps the latest of those that are sent or failed. */
export async function sweepDeliveries(trx: Trx, webhook: WebhookId): Promise<void> {
  await sql`
    delete from webhook_deliveries where webhook_id = ${webhook} and state != 'waiting' and id <= (
      select id from webhook_deliveries where webhook_id = ${webhook} and state != 'waiting'
      order by id desc limit 1 offset ${limits.webhookDeliveries})
  `.execute(trx)
}

/** Deliveries that wait fail with the reason. */
export async function turnOff(trx: Trx, id: WebhookId, problem: string, now: number): Promise<WebhookRow> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', problem: 'Not sent: the webhook was turned off.' })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await sweepDeliveries(trx, id)
  return updateWebhook(trx, id, { waiting: 0, disabled_at: now, problem })
}

export const turnOn = (trx: Trx, id: WebhookId): Promise<WebhookRow> =>
  updateWebhook(trx, id, { disabled_at: null, failures: 0, failing_since: null, problem: null })

/** Deletes the webhook and its deliveries. */
export async function deleteWebhook(trx: Trx, id: WebhookId): Promise<void> {
  await trx.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute()
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
}
