import { sql } from 'kysely'
import type { EntryId, TournamentId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { scheduleJob } from '#server/queue/queue.queries.ts'

/** Subject: funding id. */
export const refundJob = 'refund'
/** Refunds an entry in batches. Subject: entry id. */
export const refundEntryJob = 'refund-entry'

/**
 * Requests the refund of all fundings of a tournament or entry. Call it in the transaction that makes them due. Jobs mail the backers and refund; a funding counts until its refund has succeeded.
 */
export async function requestRefunds(
  trx: Trx,
  of: { entry: EntryId } | { tournament: TournamentId },
  now: number,
  reason: 'cancelled' | 'withdrawn' | 'goal_missed' = 'entry' in of ? 'withdrawn' : 'cancelled',
): Promise<void> {
  const entries = await trx
    .selectFrom('entries')
    .select('id')
    .where(where => ('entry' in of ? where('id', '=', of.entry) : where('tournament_id', '=', of.tournament)))
    .where('withdrawn_at', 'is', null)
    .execute()
  for (const { id } of entries) {
    await trx
      .updateTable('fundings')
      .set({
        refund_requested_at: now,
        refund_reason: reason,
      })
      .where('entry_id', '=', id)
      .where('status', '=', 'completed')
      .where('refund_requested_at', 'is', null)
      .execute()
    await scheduleJob(trx, refundEntryJob, id, now)
  }
}

/** Returns the amount that a cancellation would refund now. */
export function sumRefundable(
  db: Db,
  tournament: TournamentId,
): Promise<{ fundings: number; cents: number }> {
  return db
    .selectFrom('entries')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .select(({ fn }) => [
      fn.countAll<number>().as('fundings'),
      fn.coalesce(fn.sum<number>('fundings.amount_cents'), sql<number>`0`).as('cents'),
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('fundings.status', '=', 'completed')
    .where('fundings.refund_requested_at', 'is', null)
    .executeTakeFirstOrThrow()
}
