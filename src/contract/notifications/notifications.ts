import { type } from '../arktype.ts'
import { fieldTexts as texts } from '../field-texts.ts'
import {
  boolean,
  id,
  makeCheck,
  messageFor,
  missingMessages,
  objectMessage,
  oneOf,
  string,
} from '../fields.ts'
import { isId } from '../ids.ts'
import {
  count,
  flag,
  type Infer,
  type JsonSchema,
  object,
  one,
  orNull,
  text,
  time as timestamp,
} from '../json-schema.ts'
import { limits } from '../limits.ts'
import { canonicalZone } from '../zone-name.ts'
import { allNotificationKinds, type Channel, type NotificationKind } from './notification-kinds.ts'

const because = one('chosen', 'backer')

/** `backer`: followed without having chosen it. Null if not followed. */
export const followState = object({ following: flag, because: orNull(because) })
export type FollowState = Infer<typeof followState>

export const follow = object({ kind: one('boat', 'tournament'), id: text, name: text, because })
export type Follow = Infer<typeof follow>

export const notification = object({
  id: text,
  kind: one(...allNotificationKinds),
  title: text,
  text,
  /** Path on this site. */
  path: text,
  createdAt: timestamp,
  readAt: orNull(timestamp),
})
export type Notification = Infer<typeof notification>

export const unread = object({ unread: count })
export type Unread = Infer<typeof unread>

export const readNotifications = type({ 'until?': id<'notification'>(texts.notificationInvalid, isId) })

const byKind = <Value>(value: Value) =>
  Object.fromEntries(allNotificationKinds.map(kind => [kind, value])) as Record<NotificationKind, Value>

const channels: JsonSchema<Record<NotificationKind, Channel>> = object(byKind(one('push', 'mail', 'none')))

/** Times of day such as `22:00`, in the time zone. */
export const notificationSettings = object({
  channels,
  quietFrom: orNull(text),
  quietTo: orNull(text),
  timeZone: text,
  digest: flag,
})
export type NotificationSettings = Infer<typeof notificationSettings>

const channel = oneOf(['push', 'mail', 'none'], texts.channelInvalid)

const timeOfDay = type('string | null')
  .narrow(
    makeCheck({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }, (value: string | null) =>
      value === null || /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : texts.timeOfDayInvalid,
    ),
  )
  .configure(...messageFor(texts.timeOfDayInvalid))

const timeZone = string(texts.timeZoneInvalid)
  .narrow(
    makeCheck({ minLength: 1 }, (value: string) =>
      canonicalZone(value) === null ? texts.timeZoneInvalid : null,
    ),
  )
  .pipe(value => canonicalZone(value) ?? value)

type OptionalChannels = { [Kind in NotificationKind as `${Kind}?`]: typeof channel }

export const newNotificationSettings = type({
  channels: type(
    Object.fromEntries(
      allNotificationKinds.map(kind => [`${kind}?`, channel]),
    ) as unknown as OptionalChannels,
  ).configure(...objectMessage(texts.channelInvalid)),
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
  timeZone,
  digest: boolean(texts.digestInvalid),
}).configure(
  ...missingMessages({
    channels: texts.channelInvalid,
    quietFrom: texts.timeOfDayInvalid,
    quietTo: texts.timeOfDayInvalid,
    timeZone: texts.timeZoneInvalid,
    digest: texts.digestInvalid,
  }),
)

/** VAPID (RFC 8292): base64url of the uncompressed P-256 point. */
export const pushKey = object({ publicKey: text })
export type PushKey = Infer<typeof pushKey>

/** A path without a user name; further checks follow when it is used. */
function endpointProblem(value: string): string | null {
  const url = value.length <= limits.pushEndpointMax ? URL.parse(value) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return texts.pushEndpointInvalid
  return url.username === '' && url.password === '' ? null : texts.pushEndpointInvalid
}

const endpoint = string(texts.pushEndpointInvalid).narrow(
  makeCheck({ minLength: 1, maxLength: limits.pushEndpointMax, format: 'uri' }, endpointProblem),
)

/** @param bytes of the decoded key */
const key = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  const pattern = `^[A-Za-z0-9_-]{${length}}={0,2}$`
  const fits = new RegExp(pattern)
  return string(texts.pushKeyInvalid).narrow(
    makeCheck({ pattern }, (value: string) => (fits.test(value) ? null : texts.pushKeyInvalid)),
  )
}

/**
 * Keys by RFC 8291, 2.1: a P-256 point and 16 bytes. `replaces`: the endpoint that the browser has given up; refused
 * unless it is the caller's.
 */
export const newPushSubscription = type({
  endpoint,
  'replaces?': endpoint,
  keys: type({ p256dh: key(65), auth: key(16) })
    .configure(...missingMessages({ p256dh: texts.pushKeyInvalid, auth: texts.pushKeyInvalid }))
    .configure(...objectMessage(texts.pushKeyInvalid)),
}).configure(...missingMessages({ endpoint: texts.pushEndpointInvalid, keys: texts.pushKeyInvalid }))

export const pushSubscription = object({ id: text })
export type PushSubscription = Infer<typeof pushSubscription>

export const pushEndpoint = type({ endpoint }).configure(
  ...missingMessages({ endpoint: texts.pushEndpointInvalid }),
)
