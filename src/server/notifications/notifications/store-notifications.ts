import type { BoatId, NotificationId, TournamentId, UserId } from '#contract/ids.ts'
import { type NotificationKind, notificationKind } from '#contract/notifications/notification-kinds.ts'
import { batchesOf, letOthersRun } from '#server/db/batches.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { NotDue } from '#server/queue/queue.ts'
import { sha256 } from '#server/sha256.ts'
import { listRecipients, type Recipient } from './audience.queries.ts'
import type { NotificationMessageRow, NotificationRow } from './notifications.table.ts'
import { isOld, sendTime } from './restraint.rules.ts'
import { channelOf, quietOf } from './settings.rules.ts'
import {
  hasMessage,
  insertMessage,
  insertNotifications,
  listEarlier,
  pruneNotifications,
} from './store-notifications.queries.ts'

/** Subject: any; a run sends what is due. */
export const sendJob = 'notification-send'

export interface Message {
  kind: NotificationKind
  title: string
  text: string
  /** Returns the text for a person, or null for `text`. */
  textFor?: (person: UserId) => string | null
  path: string
  boat?: BoatId
  tournament?: TournamentId
  /** Deletes the notification with it. */
  subjectId?: NotificationMessageRow['subject_id']
  /** The same for a person. */
  aboutUser?: UserId
  /** Returns whether the subject is as it was read. */
  isCurrent?: (trx: Trx) => Promise<boolean>
  urgent?: boolean
}

/** People in one transaction, so that others write in between. */
const peopleAtOnce = 100

/** The same for a repeated job. UUID version 7 (RFC 9562, 5.7), so that notifications are ordered by time. */
export function messageId(subject: string, kind: NotificationKind, at: number): NotificationId {
  const hash = sha256(`${kind} ${subject}`)
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}` as NotificationId
}

/**
 * Stores a message and a notification for each person, and queues what is sent.
 * @param subject of the job: repeated, it stores nothing twice @throws NotDue if the message isn't current
 */
export async function storeNotifications(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { subject, at }: { subject: string; at: number },
  message: Message,
  people: Iterable<UserId>,
): Promise<void> {
  const { kind, title, text, path, boat = null, tournament = null, urgent = false } = message
  const id = messageId(subject, kind, at)
  const recipientIds = [...new Set(people)].toSorted()

  function notificationTo(
    recipient: Recipient,
    earlier: Parameters<typeof sendTime<BoatId>>[1],
  ): NotificationRow {
    const channel = channelOf(kind, recipient.channels)
    const isSent =
      channel === 'push'
        ? Boolean(recipient.has_device)
        : channel === 'mail' && !notificationKind(kind).hasOwnMail
    const time =
      isSent && channel !== 'none' && !isOld(at, now())
        ? sendTime({ now: now(), boat, urgent, channel }, earlier, quietOf(recipient))
        : null
    return {
      user_id: recipient.id,
      message_id: id,
      boat_id: boat,
      text: message.textFor?.(recipient.id) ?? null,
      channel,
      created_at: at,
      read_at: null,
      send_at: time,
      sent_at: null,
    }
  }

  let isFirst = true
  for (const batch of batchesOf(recipientIds, peopleAtOnce)) {
    if (!isFirst) await letOthersRun()
    const goesOn = await inTransaction(db, async trx => {
      if (isFirst) {
        if (message.isCurrent && !(await message.isCurrent(trx))) throw new NotDue(now())
        await insertMessage(trx, {
          id,
          kind,
          title,
          text,
          path,
          boat_id: boat,
          tournament_id: tournament,
          subject_id: message.subjectId ?? null,
          about_user: message.aboutUser ?? null,
          urgent: urgent ? 1 : 0,
          created_at: at,
        })
      }
      if (!(await hasMessage(trx, id))) return false
      const recipients = await listRecipients(trx, batch)
      if (recipients.length === 0) return true
      const earlier = Map.groupBy(await listEarlier(trx, batch, now()), ({ user_id }) => user_id)
      const rows = recipients.map(recipient => notificationTo(recipient, earlier.get(recipient.id) ?? []))
      await insertNotifications(trx, rows)
      await pruneNotifications(
        trx,
        recipients.map(each => each.id),
      )
      const times = new Set(rows.flatMap(({ send_at: time }) => (time === null ? [] : [time])))
      for (const time of times)
        await enqueue(trx, sendJob, time <= now() ? `${id}/${batch[0]}` : String(time), now(), time)
      return true
    })
    if (!goesOn) return
    isFirst = false
  }
}
