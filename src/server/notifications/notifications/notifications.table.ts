import type { Selectable } from 'kysely'
import type {
  AnnouncementId,
  BoatId,
  CatchId,
  NotificationId,
  PostId,
  ProtestId,
  TournamentId,
  UserId,
} from '#contract/ids.ts'
import type { Channel, NotificationKind } from '#contract/notifications/notification-kinds.ts'

/** The content, once for all recipients. */
export interface NotificationMessagesTable {
  id: NotificationId
  kind: NotificationKind
  title: string
  text: string
  /** Path on this site. */
  path: string
  boat_id: BoatId | null
  tournament_id: TournamentId | null
  /** Deleted with it. */
  subject_id: AnnouncementId | CatchId | PostId | ProtestId | null
  /** The person it names, or the post's author. Deleted with the account. */
  about_user: UserId | null
  /** 1: the boat's place changed, so that no pause between pushes applies. */
  urgent: 0 | 1
  created_at: number
}

export interface NotificationsTable {
  user_id: UserId
  message_id: NotificationId
  boat_id: BoatId | null
  /** Text for this person, or null if it is the message's. */
  text: string | null
  channel: Channel
  created_at: number
  read_at: number | null
  /** Time at which it is due, or null if it was sent or is not to be sent. */
  send_at: number | null
  sent_at: number | null
}

export interface NotificationSettingsTable {
  user_id: UserId
  /** JSON by kind, without defaults. */
  channels: string
  /** Such as `22:00`, in the time zone. */
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string
  digest: 0 | 1
  /** The last day with an evening mail, `2026-11-23`. */
  digest_day: string | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    notification_messages: NotificationMessagesTable
    notifications: NotificationsTable
    notification_settings: NotificationSettingsTable
  }
}

export type NotificationMessageRow = Selectable<NotificationMessagesTable>
export type NotificationRow = Selectable<NotificationsTable>
export type NotificationSettingsRow = Selectable<NotificationSettingsTable>
