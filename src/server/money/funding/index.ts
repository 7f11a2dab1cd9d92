export { adoptPayments } from './adopt-payments.ts'
export { makeOpenPayments } from './cancel-intents.ts'
export { changePaymentMode } from './change-payment-mode.ts'
export { disputeMails } from './dispute-mails.ts'
export { findFundedEntry } from './entry-funding.queries.ts'
export { findFunding, insertFunding } from './funding.queries.ts'
export { fundingRoutes } from './funding.routes.ts'
export { fundingIdOf, listBackedEntries, listOwnAtStake, noFunding } from './funding-lists.queries.ts'
export { fundingMailKind } from './funding-mails.rules.ts'
export { fundingMails } from './funding-mails.ts'
export { fundingOrganiserRoutes } from './organiser.routes.ts'
export { listSetAside, modeTotalText, needsModeChange } from './payment-mode.queries.ts'
export { pollEvents } from './poll-events.ts'
export { reconcilePayments } from './reconcile-payments.ts'
export { recordPayment } from './record-payment.ts'
export { refundEntryJobKind, refundJobKind, retryFailedRefund } from './refund-jobs.ts'
export {
  countByState,
  countFailedRefunds,
  countOpenDisputes,
  listFailedRefunds,
} from './site-fundings.queries.ts'
export { syncJob, syncJobKind } from './sync-job.ts'
export type { PaymentDeps } from './sync-payment.ts'
export type { TermsVersions } from './terms-versions.ts'
export { countUnknownPayments, listUnknownPayments } from './unknown-payments.queries.ts'
export { compareWithProvider } from './verify-provider.ts'
export { providerWebhookRoutes } from './webhook.routes.ts'
export {
  findLatestEvent,
  findLatestWebhook,
  findRefusedWebhook,
  sweepWebhookEvents,
} from './webhook-events.queries.ts'
