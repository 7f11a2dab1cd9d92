import { type Insertable, sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import type { JobId, JobRow } from '#server/queue/queue.table.ts'
import { accountMailKind, type MailId, type MailRow, type MailsTable } from './mail.table.ts'

const maxFailed = 1000

const waiting = (db: Db) => db.selectFrom('mails').where('failed_at', 'is', null)

export const countWaiting = (db: Db): Promise<number> => countRows(waiting(db))

export const countWaitingFor = (db: Db, recipient: string): Promise<number> =>
  countRows(waiting(db).where('recipient', '=', recipient))

export async function insertMail(trx: Trx, mail: Omit<Insertable<MailsTable>, 'failed_at'>): Promise<void> {
  await trx.insertInto('mails').values(mail).execute()
}

export const findMail = (db: Db, id: MailId): Promise<MailRow | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

export async function deleteMail(db: Db, id: MailId): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/**
 * Also removes the address from what mail servers answered about other mails.
 * @param only the subject of those that are deleted; null: all
 */
export async function deleteMailsTo(trx: Trx, recipient: string, only: string | null): Promise<void> {
  const theirs = trx
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', recipient)
    .$if(only !== null, query => query.where('subject', '=', only))
  await trx.deleteFrom('jobs').where('kind', '=', accountMailKind).where('subject', 'in', theirs).execute()
  await trx.deleteFrom('mails').where('id', 'in', theirs).execute()
  await trx
    .updateTable('jobs')
    .set({ last_error: 'The answer named an account that is deleted.' })
    .where('kind', 'like', 'mail-%')
    .where('state', '!=', 'done')
    .where(sql<boolean>`replace(lower(last_error), ${recipient}, '') <> lower(last_error)`)
    .execute()
}

/** Keeps the latest failed contents for a resend, unless their link expired. */
export function markMailFailed(db: Db, id: MailId, now: number): Promise<void> {
  return inTransaction(db, async trx => {
    await trx.updateTable('mails').set({ failed_at: now }).where('id', '=', id).execute()
    await trx.deleteFrom('mails').where('id', '=', id).where('expires_at', '<=', now).execute()
    await trx
      .deleteFrom('mails')
      .where('failed_at', 'is not', null)
      .where('id', 'not in', latest =>
        latest
          .selectFrom('mails')
          .select('id')
          .where('failed_at', 'is not', null)
          .orderBy('failed_at', 'desc')
          .limit(maxFailed),
      )
      .execute()
  })
}

/** @param retentionMs milliseconds to keep failed mails */
export function sweepMails(db: Db, now: number, retentionMs: number): Promise<void> {
  return inTransaction(db, async trx => {
    await trx
      .updateTable('mails')
      .set({ failed_at: now })
      .where('failed_at', 'is', null)
      .where('id', 'not in', waitingJobs =>
        waitingJobs
          .selectFrom('jobs')
          .select('subject')
          .$castTo<{ subject: MailId }>()
          .where('kind', '=', accountMailKind)
          .where('state', '=', 'waiting'),
      )
      .execute()
    await trx
      .deleteFrom('mails')
      .where('failed_at', 'is not', null)
      .where(where => where.or([where('expires_at', '<=', now), where('failed_at', '<', now - retentionMs)]))
      .execute()
    await trx
      .deleteFrom('jobs')
      .where('kind', 'like', 'mail-%')
      .where('state', '=', 'failed')
      .where('finished_at', '<', now - retentionMs)
      .execute()
  })
}

const openMails = (db: Db) =>
  db.selectFrom('jobs').where('kind', 'like', 'mail-%').where('state', '!=', 'done')

/** Returns open mails, failed ones first. */
export const listMails = (db: Db, limit: number): Promise<JobRow[]> =>
  openMails(db).selectAll().orderBy('state').orderBy('due_at').limit(limit).execute()

export const findOpenMail = (db: Db, id: JobId): Promise<JobRow | undefined> =>
  openMails(db).selectAll().where('id', '=', id).executeTakeFirst()

export async function countMails(db: Db): Promise<{ waiting: number; failed: number }> {
  const rows = await openMails(db)
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const of = (state: JobRow['state']) => rows.find(row => row.state === state)?.count ?? 0
  return { waiting: of('waiting'), failed: of('failed') }
}

/**
 * Makes mails due now, unless their content is deleted.
 * @param of one mail, or all but those whose error matches
 * @returns how many
 */
export async function resendMails(
  trx: Trx,
  of: { id: JobId } | { butReasonsLike: string },
  now: number,
): Promise<number> {
  const due = await trx
    .updateTable('jobs')
    .set({ state: 'waiting', attempts: 0, due_at: now, finished_at: null })
    .where('kind', 'like', 'mail-%')
    .where('state', '!=', 'done')
    .where(where =>
      'id' in of
        ? where('id', '=', of.id)
        : where.or([where('state', '=', 'waiting'), where('last_error', 'not like', of.butReasonsLike)]),
    )
    .where(where =>
      where.or([
        where('kind', '!=', accountMailKind),
        where('subject', 'in', query => query.selectFrom('mails').select('id')),
      ]),
    )
    .executeTakeFirst()
  await trx
    .updateTable('mails')
    .set({ failed_at: null })
    .where('failed_at', 'is not', null)
    .where('id', 'in', waiting =>
      waiting
        .selectFrom('jobs')
        .select('subject')
        .$castTo<{ subject: MailId }>()
        .where('kind', 'like', 'mail-%')
        .where('state', '=', 'waiting'),
    )
    .execute()
  return Number(due.numUpdatedRows)
}
