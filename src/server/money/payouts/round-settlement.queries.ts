import type { EntryId, PayoutId, TournamentId } from '#contract/ids.ts'
import { poolOf, type StandingShare, shareChanges } from '#contract/money/shares.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { writeMovement, writeMovements } from '#server/money/ledger/index.ts'
import { enqueueAll } from '#server/queue/queue.queries.ts'
import { roundMailKind, roundMailSubject } from './payout-mails.rules.ts'
import { payableOf } from './payouts.rules.ts'
import { listResults, type ResultWithBoat } from './results.queries.ts'
import { insertRound, type NewRound } from './round-rows.queries.ts'
import { poolTerms } from './settlement.queries.ts'
import { noWinnings, type Winnings } from './winnings.rules.ts'

type ShareRow = Awaited<ReturnType<typeof listStandingShares>>[number]

/** An entry's result by the next round. Amounts in cents. */
export interface ProposedRoundResult {
  row: ResultWithBoat
  winnings: number
  shared: number
  pool: number
  shares: (ShareRow & { change: number })[]
}

/** Returns the shares of all entries in the order of funding. */
const listStandingShares = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('results')
    .innerJoin('payouts', 'payouts.entry_id', 'results.entry_id')
    .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
    .innerJoin('users', 'users.id', 'payouts.backer_id')
    .select([
      'payouts.id',
      'payouts.entry_id',
      'payouts.funding_id',
      'payouts.backer_id',
      'payouts.contributed_cents',
      'payouts.funded_at',
      'payouts.amount_cents',
      'payouts.paid_cents',
      'payouts.returned_cents',
      'payouts.waived_cents',
      'fundings.amount_cents as left_cents',
      'users.metadata',
      'users.deleted_at',
    ])
    .where('results.tournament_id', '=', tournament)
    .orderBy('payouts.id')
    .execute()

/** Ties of remainders go by funding, as in the first round. */
const standingShare = (row: ShareRow): StandingShare => ({
  id: row.funding_id,
  contributed: row.contributed_cents,
  at: row.funded_at,
  amount: row.amount_cents,
})

/**
 * Computes a round from the terms and contributions of the first.
 * @param winnings new totals by entry; missing ones are 0
 */
export async function proposeRound(
  db: Db,
  tournament: TournamentId,
  winnings: ReadonlyMap<EntryId, Winnings>,
): Promise<ProposedRoundResult[]> {
  const shares = Map.groupBy(await listStandingShares(db, tournament), ({ entry_id: entry }) => entry)
  const rows = await listResults(db, tournament)
  return rows
    .map((row): ProposedRoundResult => {
      const own = shares.get(row.entry_id) ?? []
      const { total, shared } = winnings.get(row.entry_id) ?? noWinnings
      const pool = poolOf(shared, poolTerms(row), row.raised_cents)
      const changes = shareChanges(pool - row.pool_cents, own.map(standingShare))
      return {
        row,
        winnings: total,
        shared,
        pool,
        shares: own.map(share => ({ ...share, change: changes.get(share.funding_id) ?? 0 })),
      }
    })
    .sort((a, b) => b.winnings - a.winnings)
}

export const isChanged = ({ row, winnings, shared, pool }: ProposedRoundResult): boolean =>
  winnings !== row.winnings_cents || shared !== row.shared_cents || pool !== row.pool_cents

/** Stores the round, its shares and their movements, and queues a mail to each backer whose share changes. */
export async function storeRound(
  trx: Trx,
  round: NewRound,
  results: readonly ProposedRoundResult[],
): Promise<void> {
  await insertRound(trx, round)
  for (const result of results.filter(isChanged)) {
    const { winnings, shared, pool } = result
    const { entry_id } = result.row
    const figures = { winnings_cents: winnings, shared_cents: shared, pool_cents: pool }
    await trx
      .insertInto('round_results')
      .values({ entry_id, round: round.number, ...figures })
      .execute()
    await trx.updateTable('results').set(figures).where('entry_id', '=', entry_id).execute()
    await storeChanges(trx, round, result)
  }
  const backers = new Set(
    results.flatMap(({ shares }) => shares.filter(({ change }) => change !== 0).map(each => each.backer_id)),
  )
  const subjects = [...backers].map(backer => roundMailSubject(round.tournament, round.number, backer))
  await enqueueAll(trx, roundMailKind, subjects, round.at)
}

async function storeChanges(
  trx: Trx,
  { number, at }: NewRound,
  { row, pool, shares }: ProposedRoundResult,
): Promise<void> {
  const entry = row.entry_id
  const change = pool - row.pool_cents
  if (change > 0)
    await writeMovement(trx, {
      kind: 'pool',
      from: 'winnings',
      to: 'pools',
      cents: change,
      refs: { entry },
      now: at,
    })
  const changes = shares.filter(share => share.change !== 0)
  for (const share of changes) await changeShare(trx, share, number)
  await writeMovements(
    trx,
    changes.map(({ id, funding_id: funding, backer_id: user, change: cents }) => ({
      ...(cents > 0
        ? { kind: 'share', from: 'pools', to: 'shares' }
        : { kind: 'share-reduced', from: 'shares', to: 'pools' }),
      cents: Math.abs(cents),
      refs: { entry, funding, user, payout: id },
      now: at,
    })),
  )
  if (change < 0)
    await writeMovement(trx, {
      kind: 'pool-reduced',
      from: 'pools',
      to: 'winnings',
      cents: -change,
      refs: { entry },
      now: at,
    })
}

async function changeShare(trx: Trx, share: ShareRow & { change: number }, round: number): Promise<void> {
  const { id, change } = share
  const amount = share.amount_cents + change
  await trx
    .insertInto('share_changes')
    .values({ payout_id: id as PayoutId, round, change_cents: change })
    .execute()
  await trx
    .updateTable('payouts')
    .set({
      amount_cents: amount,
      payable_cents: payableOf(amount, share),
      settled_in: round,
    })
    .where('id', '=', id)
    .execute()
}
