import type { Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/http/errors.ts'
import { findOpenMail, resendMails } from '#server/mail/mail.queries.ts'
import { expiredPrefix } from '#server/mail/mail-queue.ts'
import { retryJob } from '#server/queue/queue.queries.ts'
import type { JobId, JobRow } from '#server/queue/queue.table.ts'
import { type Actor, record } from '#server/record/index.ts'

type Needs = Pick<Deps, 'now'>

export const isExpiredMail = ({ state, last_error: reason }: JobRow): boolean =>
  state === 'failed' && reason?.startsWith(expiredPrefix) === true

export const isMail = ({ kind }: Pick<JobRow, 'kind'>): boolean => kind.startsWith('mail-')

/** @returns false when there is no finished or failed job */
export async function runAgain(
  trx: Trx,
  { now }: Needs,
  actor: Actor,
  { kind, subject }: Pick<JobRow, 'kind' | 'subject'>,
): Promise<boolean> {
  if (!(await retryJob(trx, kind, subject, now()))) return false
  await record(trx, { kind: 'job-retried', at: now(), ...actor, subject: ['job', `${kind} ${subject}`] })
  return true
}

/** @returns false when no waiting or failed mail has this id @throws ApiError 409 */
export async function sendAgain(trx: Trx, { now }: Needs, actor: Actor, id: JobId): Promise<boolean> {
  const job = await findOpenMail(trx, id)
  if (!job) return false
  if (isExpiredMail(job))
    throw conflict('The link in this mail has expired. The recipient can request a new one on the site.')
  if ((await resendMails(trx, { id }, now())) === 0)
    throw conflict('The content of this mail is deleted. The recipient can request a new one on the site.')
  await record(trx, { kind: 'mail-resent', at: now(), ...actor, subject: ['job', id], detail: job.kind })
  return true
}

/** Sends failed mails again, except those whose link has expired. @returns how many */
export async function sendAllAgain(trx: Trx, { now }: Needs, actor: Actor): Promise<number> {
  const count = await resendMails(trx, { butReasonsLike: `${expiredPrefix}%` }, now())
  await record(trx, {
    kind: 'mails-resent',
    at: now(),
    ...actor,
    subject: ['site', 'mails'],
    detail: String(count),
  })
  return count
}
