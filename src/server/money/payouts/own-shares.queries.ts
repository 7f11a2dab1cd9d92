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

/** Cents of the backers who win more or less by a round: what they win now, and by how much it changed that. */
export async function roundChangesByBacker(
  db: Db,
  tournament: TournamentId,
  round: number,
): Promise<Map<UserId, { now: number; change: number }>> {
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('share_changes', 'share_changes.payout_id', 'payouts.id')
    .innerJoin('results', 'results.entry_id', 'payouts.entry_id')
    .select(({ fn }) => [
      'payouts.backer_id',
      fn.sum<number>('payouts.amount_cents').as('now'),
      fn.sum<number>('share_changes.change_cents').as('change'),
    ])
    .where('results.tournament_id', '=', tournament)
    .where('share_changes.round', '=', round)
    .groupBy('payouts.backer_id')
    .execute()
  const changed = rows.filter(({ change }) => change !== 0)
  return new Map(changed.map(({ backer_id: backer, now, change }) => [backer, { now, change }]))
}
