import type { Deps } from '#server/deps.ts'
import { accountMails, type MailKind, mailJobKind } from '#server/mail/mail-queue.ts'
import {
  disputeMails,
  fundingMails,
  refundEntryJobKind,
  refundJobKind,
  syncJob,
  syncJobKind,
} from '#server/money/funding/index.ts'
import { payoutMails } from '#server/money/payouts/index.ts'
import {
  notificationJobKind,
  notificationMails,
  pushRetryJobKind,
  pushTestJobKind,
  sendJobKind,
} from '#server/notifications/notifications/index.ts'
import { webhookJobKind } from '#server/notifications/webhooks/index.ts'
import { organiserMails } from '#server/people/site-roles/index.ts'
import type { JobKind } from '#server/queue/queue.ts'
import { dataExportJobKind, dataExportMails } from '#server/site/data-exports/index.ts'
import { changedOrganiserMails } from '#server/tournaments/staff/index.ts'
import {
  decideGoalJob,
  goalDecisionJobKind,
  refundEntryJob,
  refundJob,
} from '#server/tournaments/tournaments/index.ts'
import { videoJobKinds } from '#server/videos/crew-videos/index.ts'

export const mailKinds = (deps: Pick<Deps, 'db' | 'env' | 'keys' | 'now' | 'results'>): MailKind[] => [
  accountMails(deps),
  fundingMails(deps),
  disputeMails(deps),
  ...payoutMails(deps),
  ...notificationMails(deps),
  ...organiserMails(deps),
  changedOrganiserMails(deps),
  dataExportMails(deps),
]

/** Kinds whose failed jobs are about money. */
export const moneyJobs: readonly string[] = [refundJob, refundEntryJob, decideGoalJob, syncJob]

export const mailJobKinds = (deps: Deps): JobKind[] => mailKinds(deps).map(kind => mailJobKind(deps, kind))

export const jobKinds = (deps: Deps): JobKind[] => [
  ...mailJobKinds(deps),
  refundJobKind(deps),
  refundEntryJobKind(deps),
  goalDecisionJobKind(deps),
  syncJobKind(deps),
  webhookJobKind(deps),
  notificationJobKind(deps),
  sendJobKind(deps),
  pushRetryJobKind(deps),
  pushTestJobKind(deps),
  dataExportJobKind(deps),
  ...videoJobKinds(deps),
]
