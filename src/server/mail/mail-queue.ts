import { newId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { ApiError } from '#server/http/errors.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
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

/**
 * All mail is durable work: a job of the queue (`../queue`) for each, made in the transaction that makes the mail due.
 * Each kind has its own number of mails at once, so that thousands of receipts never delay a confirmation.
 */
export interface MailKind {
  /** Begins with `mail-`. With the job's subject it is the mail's Message-ID. */
  kind: string
  /** How many are sent at once. */
  atOnce: number
  /** Milliseconds until the next try when so many have failed; null: no more. */
  retryAfter: JobKind['retryAfter']
  /**
   * The mail as it is to be sent now.
   * @returns null when there is nothing to tell any more
   * @throws GiveUp when it can't be sent any more; the message is for the operator
   */
  compose(subject: string): Promise<Mail | null>
  sent?(subject: string): Promise<void>
  failed?(subject: string): Promise<void>
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Tried again within seconds at first, then every hour, for five days. */
export const forDays = doubling(10 * second, hour, 128)

/** How long a stopping server waits for the mail server. A mail that was sent all the same is sent again. */
const stopAfterMs = 5000

export const mailJobKind = ({ mailer }: Pick<Deps, 'mailer'>, mails: MailKind): JobKind => ({
  kind: mails.kind,
  atOnce: mails.atOnce,
  retryAfter: mails.retryAfter,
  async run({ subject, signal }) {
    const mail = await mails.compose(subject)
    if (mail === null) return
    try {
      const id = `${mails.kind}-${subject.replaceAll('/', '-')}`
      await unlessStopped(mailer.send(mail, id), signal)
    } catch (error) {
      throw error instanceof MailRefused ? new GiveUp(error.message, { cause: error }) : error
    }
    await mails.sent?.(subject)
  },
  ...(mails.failed && { gaveUp: mails.failed }),
})

/** @throws Error a while after the server was told to stop, when the work has not ended by then */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => {
    setTimeout(() => reject(new Error('The server stopped while this was sent.')), stopAfterMs).unref()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

/** Mails whose content is kept at once; each goes when it is sent or its link has expired. */
const waitingAtMost = 10_000
const waitingPerRecipient = 10

/** How the reason begins that the operator reads about a mail whose link expired before it could be sent. */
export const expired = 'Expired:'

/**
 * Call it before the recipient's account is looked up, so that the answer is the same with an account and without one.
 * @throws ApiError unavailable while too many mails wait
 */
export async function requireMailCapacity(db: Db): Promise<void> {
  if ((await countWaiting(db)) >= waitingAtMost)
    throw new ApiError('unavailable', "This site can't send mail at the moment. Please try again later.", {
      headers: { 'Retry-After': '600' },
    })
}

/**
 * Queues a mail in the transaction that makes it due; it is sent once that is committed, also after a restart.
 * @param expiresAt when its link stops working: it is not sent after that
 * @returns whether it was queued: a recipient for whom many wait gets no more
 * @throws ApiError unavailable while too many wait
 */
export async function queueMail(
  trx: Trx,
  mail: Mail,
  now: number,
  expiresAt: number | null = null,
): Promise<boolean> {
  await requireMailCapacity(trx)
  if ((await countWaitingFor(trx, mail.to)) >= waitingPerRecipient) return false
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
  // A person waits for it: every five minutes at the latest, for five days where no link expires.
  retryAfter: doubling(10 * second, 5 * minute, 1445),
  async compose(subject) {
    const row = await findMail(db, subject as MailId)
    if (!row) return null
    if (row.expires_at !== null && row.expires_at <= now())
      throw new GiveUp(
        `${expired} the link in “${row.subject}” to ${row.recipient} stopped working before the mail could be sent.`,
      )
    return { to: row.recipient, subject: row.subject, text: row.text }
  },
  sent: subject => deleteMail(db, subject as MailId),
  failed: subject => markMailFailed(db, subject as MailId, now()),
})
