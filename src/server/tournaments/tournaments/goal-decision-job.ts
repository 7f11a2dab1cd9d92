import { isId } from '#contract/ids.ts'
import { minute } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { doubling, type JobKind, NotDue } from '#server/queue/queue.ts'
import { decideGoalJob, decideGoals } from './goal-decisions.queries.ts'

export const goalDecisionJobKind = ({ db, now }: Pick<Deps, 'db' | 'now'>): JobKind => ({
  kind: decideGoalJob,
  atOnce: 1,
  // The job retries without end, because the money waits for the decision.
  retryAfter: doubling(1000, 10 * minute, Number.POSITIVE_INFINITY),
  run: async ({ subject }) => {
    if (!isId<'entry'>(subject)) return
    const due = await inTransaction(db, trx => decideGoals(trx, { entry: subject }, now()))
    // The dates were moved after the job began.
    if (due !== null) throw new NotDue(due)
  },
})
