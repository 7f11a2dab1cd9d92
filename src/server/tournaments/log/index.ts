export { appendLog } from './append-log.ts'
export { type CatchState, stateOf } from './catch-data.ts'
export {
  eraseNames,
  findByCode,
  findEvent,
  listEventsAbout,
  listLatest,
  listNames,
  listSlipNumbers,
  readPublicHead,
  readTexts,
  wasWeighedInFor,
} from './log.queries.ts'
export { logRoutes } from './log.routes.ts'
export { type LogReport, verifyLog, verifyLogs } from './verify-log.ts'
