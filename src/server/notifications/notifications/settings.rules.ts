import {
  allNoticeKinds,
  type Channel,
  isNoticeKind,
  type NoticeKind,
  noticeKind,
} from '#contract/notifications/notice-kinds.ts'
import type { NoticeSettings } from '#contract/notifications/notices.ts'
import type { NoticeSettingsRow } from './notices.table.ts'

type Channels = Record<NoticeKind, Channel>

const isChannel = (value: unknown): value is Channel =>
  value === 'push' || value === 'mail' || value === 'none'

const stored = (channels: string): Partial<Channels> =>
  Object.fromEntries(
    Object.entries(JSON.parse(channels)).filter(
      ([kind, channel]) => isNoticeKind(kind) && isChannel(channel),
    ),
  )

/** @param channels as stored, undefined: no settings */
export const channelOf = (kind: NoticeKind, channels: string | undefined | null): Channel =>
  (channels ? stored(channels)[kind] : undefined) ?? noticeKind(kind).usual

/** Without those that have their default. */
export const encodeChannels = (chosen: Partial<Channels>): string =>
  JSON.stringify(
    Object.fromEntries(
      allNoticeKinds
        .filter(kind => chosen[kind] !== undefined && chosen[kind] !== noticeKind(kind).usual)
        .map(kind => [kind, chosen[kind]]),
    ),
  )

export function presentSettings(row: NoticeSettingsRow | undefined): NoticeSettings {
  const chosen = row ? stored(row.channels) : {}
  return {
    channels: Object.fromEntries(
      allNoticeKinds.map(kind => [kind, chosen[kind] ?? noticeKind(kind).usual]),
    ) as Channels,
    quietFrom: row?.quiet_from ?? null,
    quietTo: row?.quiet_to ?? null,
    timeZone: row?.time_zone ?? 'UTC',
    digest: row?.digest === 1,
  }
}
