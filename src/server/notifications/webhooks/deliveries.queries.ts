import { sql } from 'kysely'
import { isId, newId, type TournamentId, type WebhookDeliveryId, type WebhookId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import type { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { erasedText } from '#contract/tournaments/log-chain.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import { dropDoneJobs, enqueueAll, scheduleJob } from '#server/queue/queue.queries.ts'
import { sweepDeliveries, turnOff, updateWebhook } from './webhooks.queries.ts'
import { type Attempt, backoff, isGivenUp, turnOffReason } from './webhooks.rules.ts'
import type { WebhookDeliveryRow, WebhookRow } from './webhooks.table.ts'

export const webhookJob = 'webhook'

const subjectOf = ({ id, run }: Pick<WebhookRow, 'id' | 'run'>) => `${id}/${run}`

/** Returns the tournament's webhooks that are on. */
export const listReceivers = compileOnce((db, tournament: TournamentId) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'topics', 'waiting', 'run'])
    .where('tournament_id', '=', tournament)
    .where('disabled_at', 'is', null),
)

type Receiver = Awaited<ReturnType<typeof listReceivers>>[number]

/** @returns the ids; none for a webhook with too many that wait */
export async function queueDeliveries(
  trx: Trx,
  targets: readonly Receiver[],
  event: WebhookEvent,
  data: object,
  now: number,
): Promise<WebhookDeliveryId[]> {
  const open = targets.filter(({ waiting }) => waiting < limits.webhookWaiting)
  if (open.length === 0) return []
  const body = JSON.stringify({ type: event, timestamp: iso(now), data })
  const rows = open.map(({ id }) => ({
    id: newId<'webhook-delivery'>(),
    webhook_id: id,
    event,
    body,
    state: 'waiting' as const,
    created_at: now,
  }))
  await trx.insertInto('webhook_deliveries').values(rows).execute()
  await addWaiting(trx, open, now)
  return rows.map(({ id }) => id)
}

const wordFields = new Set(['text', 'reason', 'rule'])

/** Erases a text that an owner erased in the tournament's log from deliveries, also from those that were sent. */
export async function eraseFromDeliveries(trx: Trx, tournament: TournamentId, words: string): Promise<void> {
  const deliveries = await trx
    .selectFrom('webhooks')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
    .select(['webhook_deliveries.id', 'webhook_deliveries.body'])
    .where('webhooks.tournament_id', '=', tournament)
    .execute()
  for (const { id, body: before } of deliveries) {
    const data: unknown = JSON.parse(before, (key, value) =>
      value === words && wordFields.has(key) ? erasedText : value,
    )
    const body = JSON.stringify(data)
    if (body !== before)
      await trx.updateTable('webhook_deliveries').set({ body }).where('id', '=', id).execute()
  }
}

/** A webhook on which nothing waits has no job, or one that ends: it gets a new one. */
async function addWaiting(trx: Trx, targets: readonly Receiver[], now: number): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ waiting: sql`waiting + 1`, run: sql`case when waiting = 0 then run + 1 else run end` })
    .where(
      'id',
      'in',
      targets.map(({ id }) => id),
    )
    .execute()
  const idle = targets.filter(({ waiting }) => waiting === 0)
  await dropDoneJobs(trx, webhookJob, idle.map(subjectOf))
  const subjects = idle.map(({ id, run }) => subjectOf({ id, run: run + 1 }))
  await enqueueAll(trx, webhookJob, subjects, now)
}

/** Ends a wait after failures. */
export const sendNow = async (trx: Trx, id: WebhookId, now: number): Promise<void> => {
  const { run } = await trx
    .selectFrom('webhooks')
    .select('run')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await scheduleJob(trx, webhookJob, subjectOf({ id, run }), now)
}

/** Returns the deliveries of a webhook, latest first. */
export const listDeliveries = (db: Db, webhook: WebhookId): Promise<WebhookDeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook)
    .orderBy('id', 'desc')
    .limit(limits.webhookDeliveries)
    .execute()

/** @throws ApiError 404 */
export async function getDelivery(db: Db, id: WebhookDeliveryId): Promise<WebhookDeliveryRow> {
  const row = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such delivery. Only the last ones are kept.')
  return row
}

/** Sends a delivery again under the same id, so that receivers recognise it. */
export async function repeatDelivery(
  trx: Trx,
  delivery: WebhookDeliveryRow,
  webhook: WebhookRow,
  now: number,
) {
  if (delivery.state !== 'waiting') {
    await trx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting' })
      .where('id', '=', delivery.id)
      .execute()
    await addWaiting(trx, [webhook], now)
  }
  await sendNow(trx, webhook.id, now)
}

export interface Due {
  webhook: WebhookRow
  delivery: WebhookDeliveryRow
}

/** Returns the due delivery with the fewest attempts, so that a refused one doesn't stop others, or null. */
export async function findDue(db: Db, subject: string): Promise<Due | null> {
  const [id] = subject.split('/')
  if (!isId<'webhook'>(id)) return null
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  // Another job has taken over.
  if (!webhook || webhook.disabled_at !== null || subjectOf(webhook) !== subject) return null
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', id)
    // A literal, for the partial index.
    .where('state', '=', sql.lit('waiting'))
    .orderBy('attempts')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return delivery ? { webhook, delivery } : null
}

/** Returns the organiser's address, or undefined if banned or deleted. */
export const findOrganiser = (
  db: Db,
  tournament: TournamentId,
): Promise<{ email: string | null } | undefined> =>
  db
    .selectFrom('tournaments')
    .innerJoin('users', 'users.id', 'tournaments.organiser_id')
    .select('users.email')
    .where('tournaments.id', '=', tournament)
    .where('users.banned_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** The state after an attempt. */
export interface AttemptOutcome {
  /** True if more deliveries wait. */
  hasMore: boolean
  /** Time of the next attempt after a failure, in milliseconds since 1970, or null. */
  retryAt: number | null
  /** Reason for which the attempt turned the webhook off, or null. */
  offReason: string | null
}

const noFurtherAttempt: AttemptOutcome = { hasMore: false, retryAt: null, offReason: null }

/** Records an attempt. Nothing if the webhook was deleted; only the delivery if it was turned off. */
export async function recordAttempt(
  trx: Trx,
  { webhook: { id }, delivery: { id: deliveryId } }: Due,
  attempt: Attempt,
): Promise<AttemptOutcome> {
  const webhook = await trx.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  const delivery = await trx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!webhook || !delivery) return noFurtherAttempt
  const { at, milliseconds, status, answer, problem } = attempt
  const attempts = delivery.attempts + 1
  const isOver = problem === null || isGivenUp(webhook, { ...delivery, attempts })
  const state = problem === null ? 'sent' : isOver ? 'failed' : delivery.state
  await trx
    .updateTable('webhook_deliveries')
    .set({
      state,
      attempts,
      attempted_at: at,
      status,
      duration_ms: milliseconds,
      answer,
      problem,
    })
    .where('id', '=', deliveryId)
    .execute()
  if (webhook.disabled_at !== null) return noFurtherAttempt
  const waiting = webhook.waiting - (isOver && delivery.state === 'waiting' ? 1 : 0)
  if (isOver) await sweepDeliveries(trx, id)
  if (problem === null) {
    await updateWebhook(trx, id, {
      waiting,
      failures: 0,
      failing_since: null,
      succeeded_at: at,
      problem: null,
    })
    return { hasMore: waiting > 0, retryAt: null, offReason: null }
  }
  const failures = webhook.failures + 1
  await updateWebhook(trx, id, { waiting, failures, failing_since: webhook.failing_since ?? at, problem })
  const offReason = turnOffReason(webhook, attempt)
  if (offReason !== null) {
    await turnOff(trx, id, offReason, at)
    return { ...noFurtherAttempt, offReason }
  }
  return { hasMore: waiting > 0, retryAt: at + (backoff(failures) ?? 0), offReason: null }
}
