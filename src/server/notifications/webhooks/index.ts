export { queueWebhooks } from './queue-webhooks.ts'
export { webhookJobKind } from './webhook-job.ts'
export { webhookRoutes } from './webhooks.routes.ts'
