import { day, minute } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { doubling, type JobKind } from '#server/queue/queue.ts'
import { type NotificationEvent, notificationJob, notify } from '#server/record/notification-events/index.ts'
import { makeNotifications } from './make-notifications.ts'
import { listClosing } from './subjects.queries.ts'
import { sweepMessages } from './tell.queries.ts'

/** Milliseconds, so that the request that queued the job is answered before. */
const answerMs = 25

/** One at a time: notifications come in the order of their events. */
export const notificationJobKind = (deps: Pick<Deps, 'db' | 'now'>): JobKind => ({
  kind: notificationJob,
  atOnce: 1,
  retryAfter: doubling(1000, 10 * minute, 20),
  async run({ subject }) {
    await Bun.sleep(answerMs)
    const { at, ...event }: NotificationEvent & { at: number } = JSON.parse(subject)
    await makeNotifications(deps, event, { at, subject })
  },
})

/** Notifications that the clock makes: funding closes within a day, and goals that were missed when it closed. */
export async function notificationClosings({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const closing = await listClosing(db, at, at + day)
  const closed = await listClosing(db, at - day, at)
  if (closing.length + closed.length === 0) return
  await inTransaction(db, async trx => {
    // The same event has the same time, so that it is told once.
    for (const { id, closes } of closing)
      await notify(trx, { type: 'funding-closes', tournament: id }, closes - day)
    for (const { id, closes } of closed) await notify(trx, { type: 'funding-closed', tournament: id }, closes)
  })
}

/** Messages of people who have newer ones. */
export const sweepNotifications = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  sweepMessages(db, now() - day)
