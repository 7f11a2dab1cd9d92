import type {
  AnnouncementId,
  BoatId,
  CatchId,
  PostId,
  ProtestId,
  TournamentId,
  UserId,
} from '#contract/ids.ts'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { Trx } from '#server/db/connection.ts'
import { withoutWords } from './notification-texts.rules.ts'

/** Deletes the messages with their notifications, including those that wait to be sent. */
export async function deleteMessagesAbout(
  trx: Trx,
  subject: AnnouncementId | CatchId | PostId | ProtestId,
): Promise<void> {
  await trx.deleteFrom('notification_messages').where('subject_id', '=', subject).execute()
}

/** Deletes a tournament's messages of these kinds. @param boat default: of any boat, or none */
export async function deleteMessagesOf(
  trx: Trx,
  {
    tournament,
    boat,
    kinds,
  }: { tournament: TournamentId; boat?: BoatId; kinds: readonly NotificationKind[] },
): Promise<void> {
  await trx
    .deleteFrom('notification_messages')
    .where('tournament_id', '=', tournament)
    .where('kind', 'in', kinds)
    .$if(boat !== undefined, query => query.where('boat_id', '=', boat as BoatId))
    .execute()
}

/** Cancels waiting notifications about a banned account's posts, messages, announcements and tournaments. */
export async function holdMessagesOf(trx: Trx, user: UserId): Promise<void> {
  const messages = trx
    .selectFrom('notification_messages')
    .select('id')
    .where('about_user', '=', user)
    .union(
      trx
        .selectFrom('tournaments')
        .innerJoin('notification_messages', 'notification_messages.tournament_id', 'tournaments.id')
        .select('notification_messages.id')
        .where('tournaments.organiser_id', '=', user),
    )
    .union(
      trx
        .selectFrom('announcements')
        .innerJoin('notification_messages', 'notification_messages.subject_id', 'announcements.id')
        .select('notification_messages.id')
        .where('announcements.author_id', '=', user),
    )
  await trx
    .updateTable('notifications')
    .set({ send_at: null })
    .where('message_id', 'in', messages)
    .where('send_at', 'is not', null)
    .execute()
}

/** Erases a text that an owner erased in the tournament's log from its messages, also from those to one person. */
export async function eraseFromMessages(trx: Trx, tournament: TournamentId, words: string): Promise<void> {
  const messages = await trx
    .selectFrom('notification_messages')
    .select(['id', 'text'])
    .where('tournament_id', '=', tournament)
    .execute()
  for (const { id, text: before } of messages) {
    const text = withoutWords(before, words)
    if (text !== null)
      await trx.updateTable('notification_messages').set({ text }).where('id', '=', id).execute()
  }
  const own = await trx
    .selectFrom('notification_messages')
    .innerJoin('notifications', 'notifications.message_id', 'notification_messages.id')
    .select(['notifications.message_id', 'notifications.text'])
    .distinct()
    .where('notification_messages.tournament_id', '=', tournament)
    .where('notifications.text', 'is not', null)
    .$narrowType<{ text: string }>()
    .execute()
  for (const { message_id: id, text: before } of own) {
    const text = withoutWords(before, words)
    if (text !== null)
      await trx
        .updateTable('notifications')
        .set({ text })
        .where('message_id', '=', id)
        .where('text', '=', before)
        .execute()
  }
}
