import { followsQuery } from '#client/notifications/api/follows.ts'
import {
  anyOwnBoatQuery,
  anyStaffTournamentQuery,
  anyTournamentQuery,
  noticeSettingsQuery,
  noticesQuery,
} from '#client/notifications/api/notices.ts'
import { devicesQuery } from '#client/notifications/api/push.ts'
import type { RouteFacts } from '#client/route.ts'

export const notificationsRoutes: readonly RouteFacts[] = [
  {
    id: 'notices',
    path: '/notices',
    access: 'member',
    title: 'Notices',
    description: 'What happened to what you follow, back and run.',
    preload: () => [noticesQuery()],
  },
  {
    id: 'notice-settings',
    path: '/account/notifications',
    access: 'member',
    title: 'Notifications',
    description: 'What you are told, and how.',
    preload: () => [
      noticeSettingsQuery(),
      followsQuery(),
      anyOwnBoatQuery(),
      anyTournamentQuery(),
      anyStaffTournamentQuery(),
      devicesQuery(),
    ],
  },
]
