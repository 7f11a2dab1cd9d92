import { followsQuery } from '#client/notifications/api/follows.ts'
import {
  anyOwnBoatQuery,
  anyStaffTournamentQuery,
  anyTournamentQuery,
  notificationSettingsQuery,
  notificationsQuery,
} from '#client/notifications/api/notifications.ts'
import { devicesQuery } from '#client/notifications/api/push.ts'
import type { RouteFacts } from '#client/route.ts'

export const notificationsRoutes: readonly RouteFacts[] = [
  {
    id: 'notifications',
    path: '/notices',
    access: 'member',
    title: 'Notifications',
    description: 'What happened to what you follow, back and run.',
    preload: () => [notificationsQuery()],
  },
  {
    id: 'notification-settings',
    path: '/account/notifications',
    access: 'member',
    title: 'Notification settings',
    description: 'What you hear about, and how.',
    preload: () => [
      notificationSettingsQuery(),
      followsQuery(),
      anyOwnBoatQuery(),
      anyTournamentQuery(),
      anyStaffTournamentQuery(),
      devicesQuery(),
    ],
  },
]
