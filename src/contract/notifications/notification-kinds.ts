import { type NotificationKind, type Notified, notificationKinds } from '../record.ts'

const byKind = {
  ...notificationKinds.followers,
  ...notificationKinds.captains,
  ...notificationKinds.organisers,
  ...notificationKinds.crew,
}

export const allNotificationKinds = Object.keys(byKind) as NotificationKind[]

export const isNotificationKind = (value: string): value is NotificationKind => value in byKind

export const notificationKind = (kind: NotificationKind): Notified => byKind[kind]
