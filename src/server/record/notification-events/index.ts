export {
  deleteNotificationsOf,
  deleteNotificationsOfWithdrawn,
  holdNotificationsOfBanned,
  type Lead,
  type NotificationEvent,
  notificationJob,
  notify,
} from './notification-events.queries.ts'
