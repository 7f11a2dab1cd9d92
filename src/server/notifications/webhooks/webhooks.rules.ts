import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import { hmac } from '#server/hmac.ts'
import { type Keys, purposeKey } from '#server/keys.ts'
import { doubling } from '#server/queue/queue.ts'
import type { WebhookDeliveryRow, WebhookRow } from './webhooks.table.ts'

/** Longest wait in milliseconds, also of new events, while a receiver fails. */
const longestWait = 600_000

export const backoff = doubling(10_000, longestWait, Number.POSITIVE_INFINITY)

/** An event that is refused while others succeed is given up after these. */
const mostAttempts = 10

/** Returns the secret, derived so that the database holds none. */
const secretOf = (keys: Keys, { id }: Pick<WebhookRow, 'id'>, version: number): Buffer =>
  hmac(purposeKey(keys, 'webhooks'), `${id}/${version}`)

/** https://www.standardwebhooks.com: `whsec_` and base64. */
export const secretText = (keys: Keys, webhook: Pick<WebhookRow, 'id' | 'secret_version'>): string =>
  `whsec_${secretOf(keys, webhook, webhook.secret_version).toString('base64')}`

/** @param now milliseconds since 1970 @returns the headers of the Standard Webhooks specification */
export function signedHeaders(
  keys: Keys,
  webhook: Pick<WebhookRow, 'id' | 'secret_version' | 'secret_changed_at'>,
  { id, body }: Pick<WebhookDeliveryRow, 'id' | 'body'>,
  now: number,
): Record<string, string> {
  const timestamp = Math.floor(now / 1000)
  const sign = (version: number) =>
    `v1,${hmac(secretOf(keys, webhook, version), `${id}.${timestamp}.${body}`).toString('base64')}`
  const { secret_version: version, secret_changed_at: changedAt } = webhook
  const isChanging = changedAt !== null && now < changedAt + limits.webhookSecretHours * hour
  // Two before: the answer to a change may have been lost, so that it was made again.
  const versions = isChanging ? [version, version - 1, version - 2].filter(each => each > 0) : [version]
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': versions.map(sign).join(' '),
  }
}

/** Result of one attempt. */
export interface Attempt {
  at: number
  milliseconds: number
  /** HTTP status, or null without an answer. */
  status: number | null
  answer: string | null
  /** Null after a success. */
  problem: string | null
}

/** Returns the problem of a response, or null for 2xx. */
export function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `The server answered ${status}, a redirect. Enter the address that it leads to.`
  return `The server answered ${status}.`
}

/** RFC 9110, 15.5.11: 410 Gone is permanent. */
const statusGone = 410

/** Returns why a failed attempt turns the webhook off, or null. */
export function turnOffReason(
  { failing_since: since }: Pick<WebhookRow, 'failing_since'>,
  { at, status, problem }: Attempt,
): string | null {
  if (status === statusGone) return 'Turned off: the server answered 410, gone.'
  const failingFor = at - (since ?? at)
  if (failingFor < limits.webhookFailingDays * 24 * hour) return null
  return `Turned off: nothing was accepted for ${limits.webhookFailingDays} days. ${problem ?? ''}`.trim()
}

/** Returns whether the event is given up, because the server accepted others since. */
export const isGivenUp = (
  { succeeded_at: succeededAt }: Pick<WebhookRow, 'succeeded_at'>,
  { attempts, created_at: createdAt }: Pick<WebhookDeliveryRow, 'attempts' | 'created_at'>,
): boolean => attempts >= mostAttempts && succeededAt !== null && succeededAt > createdAt
