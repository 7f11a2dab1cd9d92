import { sql } from 'kysely'
import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { isFrozen } from './payouts.queries.ts'

/** Cents that an entry's backers win, without frozen shares. */
export async function sharesByBacker(db: Db, entry: EntryId): Promise<Map<UserId, number>> {
  const rows = await db
    .selectFrom('payouts')
    .select(({ fn }) => ['backer_id', fn.sum<number>('payable_cents').as('cents')])
    .where('entry_id', '=', entry)
    .where('payable_cents', '>', 0)
    .where(payout => payout.not(isFrozen(payout)))
    .groupBy('backer_id')
    .execute()
  return new Map(rows.map(({ backer_id: backer, cents }) => [backer, cents]))
}

/**
 * Returns cents of the backers whose winnings a round changed: the worth of all their shares after it, and the
 * change.
 */
export async function roundChangesByBacker(
  db: Db,
  tournament: TournamentId,
  round: number,
): Promise<Map<UserId, { now: number; change: number }>> {
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('results', 'results.entry_id', 'payouts.entry_id')
    .leftJoin('share_changes', join =>
      join.onRef('share_changes.payout_id', '=', 'payouts.id').on('share_changes.round', '=', round),
    )
    .select(({ fn, selectFrom }) => [
      'payouts.backer_id',
      fn.sum<number>('payouts.amount_cents').as('amount'),
      fn.sum<number>('share_changes.change_cents').as('change'),
      fn
        .sum<number>(
          selectFrom('share_changes as later')
            .select(({ fn: { coalesce, sum } }) =>
              coalesce(sum<number>('later.change_cents'), sql.lit(0)).as('cents'),
            )
            .whereRef('later.payout_id', '=', 'payouts.id')
            .where('later.round', '>', round)
            .$asScalar(),
        )
        .as('later'),
    ])
    .where('results.tournament_id', '=', tournament)
    .groupBy('payouts.backer_id')
    .execute()
  const changes = rows.filter(({ change }) => (change ?? 0) !== 0)
  return new Map(
    changes.map(({ backer_id, amount, later, change }) => [backer_id, { now: amount - later, change }]),
  )
}
