import { isId, type UserId } from '#contract/ids.ts'
import {
  isNotificationKind,
  type NotificationKind,
  notificationKind,
} from '#contract/notifications/notification-kinds.ts'
import { hmac, isSame } from '#server/hmac.ts'
import { type Keys, purposeKey } from '#server/keys.ts'

/** Mails that a person can stop: of one kind, the evening mail, or all of these. */
export type MailTopic = NotificationKind | 'digest' | 'all'

const isTopic = (value: string): value is MailTopic =>
  value === 'digest' || value === 'all' || isNotificationKind(value)

const sign = (keys: Keys, user: string, topic: string): string =>
  hmac(purposeKey(keys, 'unsubscribe'), `${user}.${topic}`).toString('base64url').slice(0, 22)

/** Holds for good: mails are kept for years. */
export const unsubscribeToken = (keys: Keys, user: UserId, topic: MailTopic): string =>
  `${user}.${topic}.${sign(keys, user, topic)}`

/** Returns what a token holds, or null if this site didn't issue it. */
export function readUnsubscribeToken(keys: Keys, token: string): { user: UserId; topic: MailTopic } | null {
  const [user = '', topic = '', signature = '', ...more] = token.split('.')
  if (!isId<'user'>(user) || !isTopic(topic) || more.length > 0) return null
  return isSame(signature, sign(keys, user, topic)) ? { user, topic } : null
}

/** Returns the topic as it reads within a sentence. */
export function topicText(topic: MailTopic): string {
  if (topic === 'all') return 'all mails about what you follow'
  return topic === 'digest' ? 'the evening mail' : `mails about: ${notificationKind(topic).label}`
}
