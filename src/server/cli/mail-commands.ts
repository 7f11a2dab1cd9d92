import { iso } from '#contract/iso.ts'
import { readBrand } from '#server/branding/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import { mailKinds } from '#server/jobs/job-kinds.ts'
import { makeKeys } from '#server/keys.ts'
import { makeLog } from '#server/log.ts'
import { countMails, listMails } from '#server/mail/mail.queries.ts'
import { mailOf } from '#server/mail/mail-queue.ts'
import { makeMailer } from '#server/mail/mailer.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { JobId } from '#server/queue/queue.table.ts'
import { commandLine } from '#server/record/index.ts'
import { isExpiredMail, sendAgain, sendAllAgain, sendTestMail } from '#server/site/admin/index.ts'
import { ResultsReader } from '#server/tournaments/results/index.ts'
import { type AdminCommand, UsageError } from './admin-command.ts'

const listedAtMost = 200

export const mailCommands: Record<string, AdminCommand> = {
  mails: {
    takes: '',
    does: 'list waiting, failed and expired mails: id, state, recipient, subject, attempts, next attempt, last error',
    run: async context => {
      const { db, print } = context
      // The command doesn't show the mails' links, so any keys will do.
      const kinds = mailKinds({ ...context, keys: await makeKeys(), results: new ResultsReader(db) })
      for (const job of await listMails(db, listedAtMost)) {
        const state = isExpiredMail(job) ? 'expired' : job.state
        const mail = await mailOf(kinds, job)
        const next = job.state === 'waiting' ? iso(job.due_at) : '-'
        print(
          [
            job.id,
            state,
            mail?.to ?? '-',
            mail?.subject ?? '-',
            job.attempts,
            next,
            job.last_error ?? '',
          ].join('\t'),
        )
      }
      const { waiting, failed } = await countMails(db)
      const rest = waiting + failed - listedAtMost
      print(`${waiting} waiting, ${failed} failed or expired${rest > 0 ? `; ${rest} not shown` : ''}`)
    },
  },
  resend: {
    takes: '[ID]',
    does: 'send one listed mail again, or all waiting and failed ones; the server starts within a minute',
    run: async (context, [id]) => {
      const { db, print } = context
      if (id === undefined) {
        const count = await inTransaction(db, trx => sendAllAgain(trx, context, commandLine))
        return print(
          `${count} ${count === 1 ? 'mail is' : 'mails are'} queued. The server sends within a minute.`,
        )
      }
      if (!(await inTransaction(db, trx => sendAgain(trx, context, commandLine, id as JobId))))
        throw new OperatorError(`No waiting or failed mail has the id ${id}. See: bun run admin mails`)
      print('The mail is queued. The server sends it within a minute.')
    },
  },
  'test-mail': {
    takes: 'ADDRESS',
    does: "send a mail now, and print the mail server's answer",
    run: async ({ db, env, now, print }, [address = '']) => {
      if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError()
      const mailer = makeMailer(env, makeLog('silent'), async () => (await readBrand(db, env)).name)
      try {
        const { sent, answer } = await sendTestMail({ db, env, mailer, now }, commandLine, address)
        print(sent ? answer : `${answer}. SMTP_URL is not set, so nothing was sent.`)
      } catch (error) {
        throw new OperatorError(`The mail was not sent: ${error instanceof Error ? error.message : error}`)
      }
    },
  },
}
