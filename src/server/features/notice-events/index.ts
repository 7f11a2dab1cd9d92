export {
  deleteNoticesOf,
  type Lead,
  type NoticeEvent,
  noticeJob,
  notify,
} from './notice-events.queries.ts'
