import { iso } from '#contract/iso.ts'
import { inTransaction } from '#server/db/connection.ts'
import { listOpenJobs, retryJob } from '#server/queue/queue.queries.ts'
import { type AdminCommand, AdminError, UsageError } from './admin-command.ts'

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
    run: async ({ db, now, print }, [kind, subject, ...rest]) => {
      if (kind === undefined || subject === undefined || rest.length > 0) throw new UsageError()
      if (!(await inTransaction(db, trx => retryJob(trx, kind, subject, now()))))
        throw new AdminError(`No finished or failed job ${kind} ${subject}. See: bun run admin jobs`)
      print('The server runs it within a minute.')
    },
  },
}
