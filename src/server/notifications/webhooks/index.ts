export { tellWebhooks } from './deliveries.queries.ts'
export { webhookJobKind } from './webhook-job.ts'
export { webhookRoutes } from './webhooks.routes.ts'
