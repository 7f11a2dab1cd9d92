import type {
  AnnouncementId,
  BoatId,
  CatchId,
  EntryId,
  FundingId,
  HandoverId,
  PostId,
  TournamentId,
  UserId,
} from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { enqueue } from '#server/queue/queue.queries.ts'

/** What happened. `by`: who did it, and is not told of it; null: a visitor or a command. `place`: of a best catch; `moved`: it is another one. */
export type NotificationEvent =
  | { type: 'weigh-in'; catch: CatchId; place: number | null; moved: boolean; lead: Lead | null; by: UserId }
  | { type: 'lead'; lead: Lead; by: UserId }
  | { type: 'crew-post'; post: PostId }
  | { type: 'announcement'; announcement: AnnouncementId }
  | { type: 'funding-closes'; tournament: TournamentId }
  | { type: 'funding-closed'; tournament: TournamentId }
  | { type: 'funded'; funding: FundingId; reached: boolean }
  | { type: 'reply-needed'; funding: FundingId }
  | { type: 'replied'; entry: EntryId }
  | { type: 'withdrawn'; entry: EntryId; by: UserId }
  | { type: 'cancelled'; tournament: TournamentId; by: UserId | null }
  | { type: 'settled'; tournament: TournamentId; by: UserId }
  | { type: 'payouts-open'; tournament: TournamentId }
  | { type: 'paid'; tournament: TournamentId; backer: UserId }
  | { type: 'handed-over'; entry: EntryId; handover: HandoverId; by: UserId }
  | { type: 'crew-request'; boat: BoatId; member: UserId }
  | { type: 'crew-approved'; boat: BoatId; member: UserId }
  | { type: 'entered'; entry: EntryId; by: UserId }
  | { type: 'reported'; post: PostId; by: UserId | null }
  | { type: 'dispute'; dispute: string; status: 'open' | 'won' | 'lost' }
  | { type: 'refund-failed'; funding: FundingId }

/** A change of the first place. `lost`: null when there was none before. */
export interface Lead {
  took: EntryId
  lost: EntryId | null
}

/** Subject: JSON of the event and `at`, its time. */
export const notificationJob = 'notification'

/** Call it in the transaction of the event: it only queues a job, which finds out who is told. @param at may be later */
export const notify = (trx: Trx, event: NotificationEvent, at: number): Promise<void> =>
  enqueue(trx, notificationJob, JSON.stringify({ ...event, at }), at)

/** Takes the notifications of what was deleted, hidden or corrected back, also those that wait to be sent. */
export async function deleteNotificationsOf(
  trx: Trx,
  subject: AnnouncementId | CatchId | PostId,
): Promise<void> {
  await trx.deleteFrom('notification_messages').where('subject_id', '=', subject).execute()
}

/** The same for the catches and leads of a withdrawn entry. */
export async function deleteNotificationsOfWithdrawn(
  trx: Trx,
  { tournament, boat }: { tournament: TournamentId; boat: BoatId },
): Promise<void> {
  await trx
    .deleteFrom('notification_messages')
    .where('tournament_id', '=', tournament)
    .where('boat_id', '=', boat)
    .where('kind', 'in', ['weighed_in', 'lead_taken', 'lead_lost'])
    .execute()
}

/** What waits about a banned account's posts, messages, announcements and tournaments isn't sent any more. */
export async function holdNotificationsOfBanned(trx: Trx, user: UserId): Promise<void> {
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
