import { sql } from 'kysely'
import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { isFrozen } from './payouts.queries.ts'
import { shownInRound } from './payouts.rules.ts'

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

const sumOfChanges = (comparison: '=' | '>', round: number) =>
  sql<number | null>`(select sum(change_cents) from share_changes
    where share_changes.payout_id = payouts.id and share_changes.round ${sql.raw(comparison)} ${round})`

/**
 * Returns cents of the backers whose winnings a round changed: all their shares as they see them after it, and
 * the change. Leaves out shares whose payment was refunded since, as the mail does.
 */
export async function roundChangesByBacker(
  db: Db,
  tournament: TournamentId,
  round: number,
): Promise<Map<UserId, { now: number; change: number }>> {
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('results', 'results.entry_id', 'payouts.entry_id')
    .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
    .select([
      'payouts.backer_id',
      'payouts.amount_cents',
      'payouts.contributed_cents',
      'payouts.paid_cents',
      'payouts.returned_cents',
      'payouts.waived_cents',
      'fundings.amount_cents as left_cents',
      sumOfChanges('=', round).as('change_cents'),
      sumOfChanges('>', round).as('later_cents'),
    ])
    .where('results.tournament_id', '=', tournament)
    .where('fundings.status', '=', 'completed')
    .execute()
  const changes = new Map<UserId, { now: number; change: number }>()
  for (const row of rows) {
    const { now, change } = changes.get(row.backer_id) ?? { now: 0, change: 0 }
    const { before, after } = shownInRound(row)
    changes.set(row.backer_id, { now: now + after, change: change + after - before })
  }
  return new Map([...changes].filter(([, { change }]) => change !== 0))
}
