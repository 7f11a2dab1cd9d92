import { type EntryId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { transfer, writeMovement, writeMovements } from '#server/features/ledger/index.ts'
import { enqueueAll } from '#server/queue/queue.queries.ts'
import { winMailKind, winMailSubject } from './payout-mails.rules.ts'
import { type Share, settle } from './settlement.rules.ts'

/** Cents. */
export interface ProposedResult {
  entry: EntryId
  boat: { id: string; name: string; captain_name: string }
  winnings: number
  basisPoints: number
  raised: number
  pool: number
  shares: (Share & Stake)[]
}

type Stake = Awaited<ReturnType<typeof listStakes>>[number]

const listEntries = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select([
      'entries.id',
      'entries.payout_basis_points',
      'boats.id as boat_id',
      'boats.name',
      'boats.captain_name',
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .orderBy('entries.id')
    .execute()

/** Fundings with a share: completed, of this payment mode, without a requested refund. */
const listStakes = (db: Db, tournament: TournamentId, mode: PaymentMode) =>
  db
    .selectFrom('entries')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .innerJoin('users', 'users.id', 'fundings.backer_id')
    .select([
      'fundings.id',
      'entries.id as entry',
      'fundings.backer_id as backer',
      'fundings.amount_cents as contributed',
      'fundings.completed_at as completedAt',
      'fundings.created_at as createdAt',
      'users.metadata',
      'users.deleted_at',
    ])
    .select(where =>
      where
        .exists(
          where
            .selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.funding_id', '=', 'fundings.id')
            .where('disputes.status', '!=', 'won'),
        )
        .as('is_disputed'),
    )
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('fundings.status', '=', 'completed')
    .where('fundings.mode', '=', mode)
    .where('fundings.refund_requested_at', 'is', null)
    .execute()

/** @param winnings cents by entry; missing ones are 0 @param mode of the payments that share */
export async function proposeResults(
  db: Db,
  tournament: TournamentId,
  winnings: ReadonlyMap<EntryId, number>,
  mode: PaymentMode,
): Promise<ProposedResult[]> {
  const stakes = Map.groupBy(await listStakes(db, tournament, mode), stake => stake.entry)
  const entries = await listEntries(db, tournament)
  return entries
    .map((entry): ProposedResult => {
      const own = stakes.get(entry.id) ?? []
      const byId = new Map(own.map(stake => [String(stake.id), stake]))
      const won = winnings.get(entry.id) ?? 0
      const { raised, pool, shares } = settle(
        won,
        entry.payout_basis_points,
        own.map(({ id, contributed, completedAt, createdAt }) => ({
          id,
          contributed,
          at: completedAt ?? createdAt,
        })),
      )
      return {
        entry: entry.id,
        boat: { id: entry.boat_id, name: entry.name, captain_name: entry.captain_name },
        winnings: won,
        basisPoints: entry.payout_basis_points,
        raised,
        pool,
        shares: shares.flatMap(share => {
          const stake = byId.get(share.id)
          return stake ? [{ ...share, ...stake }] : []
        }),
      }
    })
    .sort((a, b) => b.winnings - a.winnings)
}

/** A fingerprint of the shares, so that only previewed ones can be confirmed. */
export function fingerprint(results: readonly ProposedResult[]): string {
  const figures = results.map(({ entry, winnings, basisPoints, raised, pool, shares }) => [
    entry,
    winnings,
    basisPoints,
    raised,
    pool,
    shares.map(({ id, amount }) => [id, amount]),
  ])
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(figures)).digest('hex')
}

/** When the last timely payment may arrive, in milliseconds since 1970; null: none. */
export async function paymentsOpenUntil(
  db: Db,
  tournament: TournamentId,
  now: number,
): Promise<number | null> {
  const { until } = await db
    .selectFrom('entries')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .select(({ fn }) => fn.max('fundings.held_until').as('until'))
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('fundings.status', '=', 'pending')
    .where('fundings.held_until', '>', now)
    .executeTakeFirstOrThrow()
  return until
}

export interface Confirmation {
  tournament: TournamentId
  by: UserId
  now: number
}

/** SQLite allows 32,766 values. */
const rowsAtOnce = 1000

/** Stores results and shares, writes the ledger and queues the mails about winnings. */
export async function storeResults(
  trx: Trx,
  { tournament, by, now }: Confirmation,
  results: readonly ProposedResult[],
): Promise<void> {
  await trx
    .insertInto('settlements')
    .values({ tournament_id: tournament, settled_by: by, settled_at: now })
    .execute()
  for (const result of results) {
    const { entry, winnings, basisPoints, raised, pool } = result
    await trx
      .insertInto('results')
      .values({
        entry_id: entry,
        tournament_id: tournament,
        winnings_cents: winnings,
        payout_basis_points: basisPoints,
        raised_cents: raised,
        pool_cents: pool,
      })
      .execute()
    await storeShares(trx, result, now)
  }
}

async function storeShares(trx: Trx, { entry, pool, shares }: ProposedResult, now: number): Promise<void> {
  if (pool > 0)
    await writeMovement(trx, {
      kind: 'pool',
      lines: transfer('winnings', 'pools', pool),
      refs: { entry },
      now,
    })
  const rows = shares.map(share => ({
    id: newId<'payout'>(),
    entry_id: entry,
    funding_id: share.id,
    backer_id: share.backer,
    funded_at: share.at,
    contributed_cents: share.contributed,
    extra_cent: share.extraCent ? (1 as const) : (0 as const),
    amount_cents: share.amount,
    reference: null,
    paid_at: null,
    paid_by: null,
  }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await trx
      .insertInto('payouts')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
  const owed = rows.filter(row => row.amount_cents > 0)
  await writeMovements(
    trx,
    owed.map(({ id, funding_id: funding, backer_id: user, amount_cents: amount }) => ({
      kind: 'share',
      lines: transfer('pools', 'shares', amount),
      refs: { entry, funding, user, payout: id },
      now,
    })),
  )
  await enqueueAll(
    trx,
    winMailKind,
    owed.map(({ backer_id: user }) => winMailSubject(entry, user)),
    now,
  )
}
