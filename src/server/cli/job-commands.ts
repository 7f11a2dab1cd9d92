import { iso } from '#contract/iso.ts'
import { inTransaction } from '#server/db/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { listOpenJobs } from '#server/queue/queue.queries.ts'
import { commandLine } from '#server/record/index.ts'
import { runAgain } from '#server/site/admin/index.ts'
import type { AdminCommand } from './admin-command.ts'

export const jobCommands: Record<string, AdminCommand> = {
  jobs: {
    takes: '',
    does: 'list waiting and failed jobs: kind, subject, state, attempts, next attempt, last error',
    run: async ({ db, print }) => {
      for (const job of await listOpenJobs(db))
        print(
          [job.kind, job.subject, job.state, job.attempts, iso(job.due_at), job.last_error ?? ''].join('\t'),
        )
    },
  },
  'retry-job': {
    takes: 'KIND SUBJECT',
    does: 'run a failed or finished job again; the server starts it within a minute',
    run: async (context, [kind = '', subject = '']) => {
      const job = { kind, subject }
      if (!(await inTransaction(context.db, trx => runAgain(trx, context, commandLine, job))))
        throw new OperatorError(`No finished or failed job ${kind} ${subject}. See: bun run admin jobs`)
      context.print('The server runs it within a minute.')
    },
  },
}
