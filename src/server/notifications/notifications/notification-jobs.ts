import { day, minute } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { doubling, type JobKind } from '#server/queue/queue.ts'
import { makeNotifications } from './make-notifications.ts'
import { notificationJob, remind } from './queue-notifications.ts'
import { sweepMessages } from './store-notifications.queries.ts'
import { findClosingMove, listClosing, listStartedWithPots } from './subjects.queries.ts'

/** Milliseconds, so that the request that queued the job is answered before. */
const answerMs = 25

/** One at a time: notifications come in the order of their events. */
export const notificationJobKind = (deps: Pick<Deps, 'db' | 'now' | 'sharesIfEnded'>): JobKind => ({
  kind: notificationJob,
  atOnce: 1,
  retryAfter: doubling(1000, 10 * minute, 20),
  async run({ subject }) {
    await Bun.sleep(answerMs)
    await makeNotifications(deps, JSON.parse(subject), subject)
  },
})

/** Milliseconds of a stop of the server after which it still tells. Shorter than finished jobs are kept. */
const longestStop = 7 * day

/**
 * Notifications that the clock makes: funding closes within a day, goals that were missed when it closed, and pots
 * that were missed at the start.
 */
export async function queueTimedReminders({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const closingTournaments = await listClosing(db, at, at + day)
  const closedTournaments = await listClosing(db, at - longestStop, at)
  const startedTournaments = await listStartedWithPots(db, at - longestStop, at)
  if (closingTournaments.length + closedTournaments.length + startedTournaments.length === 0) return
  await inTransaction(db, async trx => {
    for (const { id, closes, created_at: createdAt } of closingTournaments) {
      // A close that was moved nearer is told from then on; moved again, it is told anew.
      const reminderAt = Math.max(closes - day, createdAt, await findClosingMove(trx, id))
      await remind(trx, { kind: 'funding-closes', at: reminderAt, tournament: id })
    }
    for (const { id, closes } of closedTournaments)
      await remind(trx, { kind: 'funding-closed', at: closes, tournament: id })
    for (const { id, starts } of startedTournaments)
      await remind(trx, { kind: 'pots-missed', at: starts, tournament: id })
  })
}

/** Messages of people who have newer ones. */
export const sweepNotifications = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  sweepMessages(db, now() - day)
