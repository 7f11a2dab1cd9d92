export { deleteDevices, findDevice, listDevices, markFailing } from './push.queries.ts'
export { pushRoutes, testPushJob } from './push.routes.ts'
export type { PushSubscriptionRow } from './push.table.ts'
export { makePushSender, type PushMessage, type PushOutcome } from './push-sender.ts'
