import type { TournamentId, UserId } from '#contract/ids.ts'
import type { Reminder } from '#contract/notifications/notification-kinds.ts'
import { eventKinds, type RecordedEvent } from '#contract/record.ts'
import type { Trx } from '#server/db/connection.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import {
  deleteMessagesAbout,
  deleteMessagesOf,
  eraseFromMessages,
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

/** Kinds about the catches and leads of a boat. */
const ofCatches = ['weighed_in', 'lead_taken', 'lead_lost'] as const

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
      return deleteMessagesOf(trx, { tournament: event.tournament, boat: event.boat, kinds: ofCatches })
    case 'tournament-changed':
      if (!event.movesClosing) return
      return deleteMessagesOf(trx, { tournament: event.tournament, kinds: ['funding_closes'] })
    case 'log-text-erased':
      return event.subject && event.reason !== null
        ? eraseFromMessages(trx, event.subject[1] as TournamentId, event.reason)
        : undefined
    case 'account-banned':
      return event.subject && holdMessagesOf(trx, event.subject[1] as UserId)
  }
}

/** Queues a notification for the time of the reminder. The same one is queued once. */
export const remind = (trx: Trx, { kind, at, ...data }: Reminder): Promise<void> =>
  enqueue(trx, notificationJob, JSON.stringify({ kind, at, ...data }), at)
