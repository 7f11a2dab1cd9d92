import type { TournamentId, UserId } from '#contract/ids.ts'
import { eventKinds, type RecordedEvent, type Reminder } from '#contract/record.ts'
import type { Trx } from '#server/db/connection.ts'
import { dropDoneJobs, enqueue } from '#server/queue/queue.queries.ts'
import {
  deleteMessagesAbout,
  deleteMessagesOfClosing,
  deleteMessagesOfEntry,
  holdMessagesOf,
} from './retract.queries.ts'

/** Subject: JSON of a `NotifyingEvent`. */
export const notificationJob = 'notification'

/** Consumer: retracts the notifications of what is no longer true, and queues the job that makes new ones. */
export async function queueNotifications(trx: Trx, event: RecordedEvent): Promise<void> {
  await retract(trx, event)
  if (!('notifies' in eventKinds[event.kind])) return
  // Fields that only the log needs stay out.
  const {
    role: _,
    text: _t,
    address: _a,
    detail: _d,
    subject: _s,
    reason: _r,
    ...data
  }: Record<string, unknown> = {
    ...event,
  }
  await enqueue(trx, notificationJob, JSON.stringify(data), event.at)
}

async function retract(trx: Trx, event: RecordedEvent): Promise<void> {
  switch (event.kind) {
    case 'catch-corrected':
    case 'catch-deleted':
      return deleteMessagesAbout(trx, event.catch.id)
    case 'announcement-deleted':
      return deleteMessagesAbout(trx, event.announcement)
    case 'post-retracted':
    case 'post-deleted':
    case 'post-hidden':
      return deleteMessagesAbout(trx, event.post)
    case 'protest-withdrawn':
      return deleteMessagesAbout(trx, event.protest)
    case 'entry-withdrawn':
      return deleteMessagesOfEntry(trx, event)
    case 'tournament-changed':
      return event.movesClosing ? retractClosing(trx, event.tournament) : undefined
    case 'account-banned':
      return event.subject && holdMessagesOf(trx, event.subject[1] as UserId)
  }
}

/** Forgets that people were told when funding closes: they are told again a day before it. */
async function retractClosing(trx: Trx, tournament: TournamentId): Promise<void> {
  const toldAt = await deleteMessagesOfClosing(trx, tournament)
  const reminders = toldAt.map(at => subjectOf({ kind: 'funding-closes', at, tournament }))
  await dropDoneJobs(trx, notificationJob, reminders)
}

const subjectOf = ({ kind, at, ...data }: Reminder): string => JSON.stringify({ kind, at, ...data })

/** Queues a notification for the time of the reminder. The same one is queued once. */
export const remind = (trx: Trx, reminder: Reminder): Promise<void> =>
  enqueue(trx, notificationJob, subjectOf(reminder), reminder.at)
