import { newId } from '#contract/ids.ts'
import { hour, minute, second } from '#contract/time.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { ApiError } from '#server/http/errors.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import type { JobRow } from '#server/queue/queue.table.ts'
import { doubling, GiveUp, type JobKind } from '#server/queue/queue.ts'
import {
  countWaiting,
  countWaitingFor,
  deleteMail,
  findMail,
  insertMail,
  markMailFailed,
} from './mail.queries.ts'
import { accountMailKind, type MailId } from './mail.table.ts'
import { type Mail, MailRefused } from './mail.ts'

/** Each mail is a durable job, queued in the transaction that makes it due. Limits are per kind. */
export interface MailKind {
  /** Starts with `mail-`; part of the Message-ID. */
  kind: string
  /** Default: 2. */
  atOnce?: number
  /** Default: for five days. */
  retryAfter?: JobKind['retryAfter']
  /** @returns null when out of date @throws GiveUp when it can't be sent any more */
  compose(subject: string): Promise<Mail | null>
  onSent?(subject: string): Promise<void>
  onFailed?(subject: string): Promise<void>
}

/** Five days. */
const usualRetries = doubling(10 * second, hour, 128)

/** A stopping server's wait for the mail server. */
const stopAfterMs = 5000

export const mailJobKind = ({ mailer }: Pick<Deps, 'mailer'>, mails: MailKind): JobKind => ({
  kind: mails.kind,
  atOnce: mails.atOnce ?? 2,
  retryAfter: mails.retryAfter ?? usualRetries,
  async run({ subject, signal }) {
    const mail = await mails.compose(subject)
    if (mail === null) return
    try {
      const id = `${mails.kind}-${subject.replaceAll('/', '-')}`
      await unlessStopped(mailer.send(mail, id), signal)
    } catch (error) {
      throw error instanceof MailRefused ? new GiveUp(error.message, { cause: error }) : error
    }
    await mails.onSent?.(subject)
  },
  ...(mails.onFailed && { gaveUp: mails.onFailed }),
})

/** Returns the mail of a job, or null where it is out of date or can't be composed. */
export async function mailOf(
  kinds: readonly MailKind[],
  { kind, subject }: Pick<JobRow, 'kind' | 'subject'>,
): Promise<Mail | null> {
  try {
    return (await kinds.find(mails => mails.kind === kind)?.compose(subject)) ?? null
  } catch {
    return null
  }
}

function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => {
    setTimeout(
      () => reject(new Error('The server stopped while this mail was being sent.')),
      stopAfterMs,
    ).unref()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

const maxWaiting = 10_000
const maxWaitingPerRecipient = 10

export const expiredPrefix = 'Expired:'

/** Call it before the account lookup, so that the answer reveals no accounts. @throws ApiError unavailable */
export async function requireMailCapacity(db: Db): Promise<void> {
  if ((await countWaiting(db)) >= maxWaiting)
    throw new ApiError('unavailable', "This site can't send mail at the moment. Please try again later.", {
      headers: { 'Retry-After': '600' },
    })
}

/**
 * Queues a mail that can't be composed again; it is sent after the commit.
 * @returns false when too many wait for this recipient @throws ApiError unavailable
 */
export async function queueMail(
  trx: Trx,
  mail: Mail,
  now: number,
  expiresAt: number | null = null,
): Promise<boolean> {
  await requireMailCapacity(trx)
  if ((await countWaitingFor(trx, mail.to)) >= maxWaitingPerRecipient) return false
  const id = newId<'mail'>()
  await insertMail(trx, {
    id,
    recipient: mail.to,
    subject: mail.subject,
    text: mail.text,
    created_at: now,
    expires_at: expiresAt,
  })
  await enqueue(trx, accountMailKind, id, now)
  return true
}

export const accountMails = ({ db, now }: Pick<Deps, 'db' | 'now'>): MailKind => ({
  kind: accountMailKind,
  atOnce: 4,
  // Five days.
  retryAfter: doubling(10 * second, 5 * minute, 1445),
  async compose(subject) {
    const row = await findMail(db, subject as MailId)
    if (!row) return null
    if (row.expires_at !== null && row.expires_at <= now())
      throw new GiveUp(
        `${expiredPrefix} the link in “${row.subject}” to ${row.recipient} stopped working before the mail could be sent.`,
      )
    return { to: row.recipient, subject: row.subject, text: row.text }
  },
  onSent: subject => deleteMail(db, subject as MailId),
  onFailed: subject => markMailFailed(db, subject as MailId, now()),
})
