import {
  allNotificationKinds,
  type Channel,
  isNotificationKind,
  type NotificationKind,
  notificationKind,
} from '#contract/notifications/notification-kinds.ts'
import type { NotificationSettings } from '#contract/notifications/notifications.ts'
import type { NotificationSettingsRow } from './notifications.table.ts'
import type { Quiet } from './restraint.rules.ts'

type Channels = Record<NotificationKind, Channel>

const isChannel = (value: unknown): value is Channel =>
  value === 'push' || value === 'mail' || value === 'none'

const parseChannels = (channels: string): Partial<Channels> =>
  Object.fromEntries(
    Object.entries(JSON.parse(channels)).filter(
      ([kind, channel]) => isNotificationKind(kind) && isChannel(channel),
    ),
  )

/** @param channels as stored, undefined: no settings */
export const channelOf = (kind: NotificationKind, channels: string | undefined | null): Channel =>
  (channels ? parseChannels(channels)[kind] : undefined) ?? notificationKind(kind).usual

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

/** @param settings as stored, null: no settings @returns null without quiet hours */
export const quietOf = ({
  quiet_from: from,
  quiet_to: to,
  time_zone: timeZone,
}: Nullable<Pick<NotificationSettingsRow, 'quiet_from' | 'quiet_to' | 'time_zone'>>): Quiet | null =>
  from !== null && to !== null && timeZone !== null ? { from, to, timeZone } : null

/** Returns the chosen channels as JSON, without those that are the default. */
export const encodeChannels = (channels: Partial<Channels>): string =>
  JSON.stringify(
    Object.fromEntries(
      allNotificationKinds
        .filter(kind => channels[kind] !== undefined && channels[kind] !== notificationKind(kind).usual)
        .map(kind => [kind, channels[kind]]),
    ),
  )

export function presentSettings(row: NotificationSettingsRow | undefined): NotificationSettings {
  const channels = row ? parseChannels(row.channels) : {}
  return {
    channels: Object.fromEntries(
      allNotificationKinds.map(kind => [kind, channels[kind] ?? notificationKind(kind).usual]),
    ) as Channels,
    quietFrom: row?.quiet_from ?? null,
    quietTo: row?.quiet_to ?? null,
    timeZone: row?.time_zone ?? 'UTC',
    digest: row?.digest === 1,
  }
}
