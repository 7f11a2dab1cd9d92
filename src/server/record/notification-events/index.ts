export {
  deleteNoticesOf,
  deleteNoticesOfWithdrawn,
  holdNoticesOfBanned,
  type Lead,
  type NoticeEvent,
  noticeJob,
  notify,
} from './notice-events.queries.ts'
