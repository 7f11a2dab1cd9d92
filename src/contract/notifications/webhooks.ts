import { type } from '../arktype.ts'
import { fieldTexts as texts } from '../field-texts.ts'
import { boolean, makeCheck, missingMessages, oneOf, string } from '../fields.ts'
import { count, type Infer, list, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { webhookTypes } from '../record.ts'

/** The first part of an event's type. */
const webhookTopics = ['weigh_in', 'update', 'funding', 'results', 'protest'] as const
export const webhookTopic = one(...webhookTopics)
export type WebhookTopic = Infer<typeof webhookTopic>

/** docs/webhooks.md describes the data of each. */
export const webhookEvent = one(...webhookTypes, 'test')
export type WebhookEvent = Infer<typeof webhookEvent>

/** `failing`: the last attempt failed. `off`: turned off, by the organiser or after too many failures. */
const webhookState = one('on', 'failing', 'off')

const webhookFields = {
  id: text,
  url: text,
  topics: list(webhookTopic),
  state: webhookState,
  /** Reason that it fails or was turned off. */
  problem: orNull(text),
  failingSince: orNull(time),
  /** Events. */
  waiting: count,
  createdAt: time,
}
export const webhook = object(webhookFields)
export type Webhook = Infer<typeof webhook>

export const webhookWithSecret = object({ ...webhookFields, secret: text })
export type WebhookWithSecret = Infer<typeof webhookWithSecret>

export const webhookDelivery = object({
  id: text,
  event: webhookEvent,
  state: one('waiting', 'sent', 'failed'),
  attempts: count,
  createdAt: time,
  /** Time of the last attempt; the fields below describe the same attempt. */
  attemptedAt: orNull(time),
  /** HTTP status, or null without an answer. */
  status: orNull(count),
  milliseconds: orNull(count),
  /** First characters of the answer. */
  answer: orNull(text),
  problem: orNull(text),
})
export type WebhookDelivery = Infer<typeof webhookDelivery>

const topic = oneOf(webhookTopics, texts.webhookTopicsRequired)

const address = /^https?:\/\/[^\s/]/i

export const newWebhook = type({
  url: string(texts.webhookAddressRequired)
    .pipe(value => value.trim())
    .narrow(
      makeCheck({ pattern: address.source, maxLength: limits.webhookAddressMax }, (value: string) => {
        if (!address.test(value)) return texts.webhookAddressRequired
        return value.length <= limits.webhookAddressMax ? null : texts.webhookAddressTooLong
      }),
    ),
  topics: topic
    .array()
    .atLeastLength(1)
    .atMostLength(webhookTopics.length)
    .configure({ message: () => texts.webhookTopicsRequired }, { kind: 'proto' })
    .configure({ message: () => texts.webhookTopicsRequired }, { kind: 'minLength' })
    .configure({ message: () => texts.webhookTopicsTwice }, { kind: 'maxLength' }),
}).configure(...missingMessages({ url: texts.webhookAddressRequired, topics: texts.webhookTopicsRequired }))

export const webhookChange = type({
  enabled: boolean(texts.enabledInvalid),
}).configure(...missingMessages({ enabled: texts.enabledInvalid }))
