import type { Deps } from '#server/deps.ts'
import { videoJobKinds } from '#server/features/crew-videos/index.ts'
import { dataExportJobKind, dataExportMails } from '#server/features/data-exports/index.ts'
import {
  disputeMails,
  fundingMails,
  refundEntryJobKind,
  refundJobKind,
} from '#server/features/funding/index.ts'
import {
  noticeJobKind,
  noticeMails,
  pushRetryJobKind,
  pushTestJobKind,
  sendJobKind,
} from '#server/features/notices/index.ts'
import { payoutMails } from '#server/features/payouts/index.ts'
import { organiserMails } from '#server/features/site-roles/index.ts'
import { changedOrganiserMails } from '#server/features/staff/index.ts'
import {
  decideGoalJob,
  goalDecisionJobKind,
  refundEntryJob,
  refundJob,
} from '#server/features/tournaments/index.ts'
import { webhookJobKind } from '#server/features/webhooks/index.ts'
import { accountMails, type MailKind, mailJobKind } from '#server/mail/mail-queue.ts'
import type { JobKind } from '#server/queue/queue.ts'

export const mailKinds = (deps: Pick<Deps, 'db' | 'env' | 'keys' | 'now'>): MailKind[] => [
  accountMails(deps),
  fundingMails(deps),
  disputeMails(deps),
  ...payoutMails(deps),
  ...noticeMails(deps),
  ...organiserMails(deps),
  changedOrganiserMails(deps),
  dataExportMails(deps),
]

/** Kinds whose failed jobs are about money. */
export const moneyJobs: readonly string[] = [refundJob, refundEntryJob, decideGoalJob]

export const mailJobKinds = (deps: Deps): JobKind[] => mailKinds(deps).map(kind => mailJobKind(deps, kind))

export const jobKinds = (deps: Deps): JobKind[] => [
  ...mailJobKinds(deps),
  refundJobKind(deps),
  refundEntryJobKind(deps),
  goalDecisionJobKind(deps),
  webhookJobKind(deps),
  noticeJobKind(deps),
  sendJobKind(deps),
  pushRetryJobKind(deps),
  pushTestJobKind(deps),
  dataExportJobKind(deps),
  ...videoJobKinds(deps),
]
