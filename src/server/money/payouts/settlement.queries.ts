import { sql } from 'kysely'
import { type EntryId, newId, type TournamentId } from '#contract/ids.ts'
import { type PoolTerms, type Share, settle } from '#contract/money/shares.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { minute } from '#contract/time.ts'
import { batchesOf } from '#server/db/batches.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { writeMovement, writeMovements } from '#server/money/ledger/index.ts'
import { enqueueAll } from '#server/queue/queue.queries.ts'
import { sha256 } from '#server/sha256.ts'
import type { RuledResults } from '#server/tournaments/results/index.ts'
import {
  fundingClosing,
  fundingHoldMs,
  isInsider,
  type TournamentRow,
} from '#server/tournaments/tournaments/index.ts'
import { winMailKind, winMailSubject } from './payout-mails.rules.ts'
import { isDisputed } from './payouts.queries.ts'
import { insertRound, type NewRound } from './round-rows.queries.ts'
import { noWinnings, type Winnings } from './winnings.rules.ts'

const listEntries = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select([
      'entries.id as entry_id',
      'entries.payout_basis_points',
      'entries.if_goal_missed',
      'entries.funding_goal_cents',
      'boats.id as boat_id',
      'boats.name',
      'boats.captain_name',
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .orderBy('entries.id')
    .execute()

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

export const poolTerms = (
  entry: Pick<Entry, 'payout_basis_points' | 'if_goal_missed' | 'funding_goal_cents'>,
): PoolTerms => ({
  basisPoints: entry.payout_basis_points,
  rule: entry.if_goal_missed,
  goal: entry.funding_goal_cents,
})

/** An entry's first result. */
export interface ProposedResult extends Entry {
  winnings_cents: number
  /** Part of the winnings that backers share in. */
  shared_cents: number
  raised_cents: number
  pool_cents: number
  shares: (Awaited<ReturnType<typeof listStakes>>[number] & Share)[]
}

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
      sql<number>`coalesce(fundings.completed_at, fundings.created_at)`.as('at'),
      'users.metadata',
      'users.deleted_at',
      isDisputed('fundings.id').as('is_disputed'),
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('fundings.status', '=', 'completed')
    .where('fundings.mode', '=', mode)
    .where('fundings.refund_requested_at', 'is', null)
    .execute()

/** @param winnings by entry; missing ones are 0 @param mode of the payments that share */
export async function proposeResults(
  db: Db,
  tournament: TournamentId,
  winnings: ReadonlyMap<EntryId, Winnings>,
  mode: PaymentMode,
): Promise<ProposedResult[]> {
  const stakes = Map.groupBy(await listStakes(db, tournament, mode), stake => stake.entry)
  const entries = await listEntries(db, tournament)
  return entries
    .map((entry): ProposedResult => {
      const { total, shared } = winnings.get(entry.entry_id) ?? noWinnings
      const own = stakes.get(entry.entry_id) ?? []
      const { raised, pool, shares } = settle(shared, poolTerms(entry), own)
      const cents = { winnings_cents: total, shared_cents: shared, raised_cents: raised, pool_cents: pool }
      return { ...entry, ...cents, shares }
    })
    .sort((a, b) => b.winnings_cents - a.winnings_cents)
}

/** Returns a fingerprint of the shares and their basis, so that only previewed ones can be confirmed. */
export function fingerprint(results: readonly ProposedResult[], ruledResults: RuledResults | null): string {
  const figures = results.map(result => [
    result.entry_id,
    result.winnings_cents,
    result.shared_cents,
    [result.payout_basis_points, result.if_goal_missed, result.funding_goal_cents],
    result.raised_cents,
    result.pool_cents,
    result.shares.map(({ id, amount }) => [id, amount]),
  ])
  return sha256(JSON.stringify([figures, basisOf(ruledResults)]))
}

/** Returns the part of the results that a fingerprint covers. */
export const basisOf = (ruledResults: RuledResults | null) =>
  ruledResults && [ruledResults.boards, ruledResults.awards, [...ruledResults.heldKeys].toSorted()]

const fits = sql<boolean>`fundings.amount_cents <= entries.funding_goal_cents - entries.current_funding_cents`

/** Naming the boat begins a payment. */
const begunAt = sql<number>`coalesce(fundings.entry_named_at, fundings.created_at)`

/**
 * True if the backer has an account and began no later payment for the boat.
 * A late test payment is refused uncharged.
 */
const isAwaitedTest = sql<boolean>`exists (
    select 1 from users where users.id = fundings.backer_id and users.deleted_at is null)
  and not exists (
    select 1 from fundings as later where later.backer_id = fundings.backer_id
      and later.entry_id = fundings.entry_id and later.id > fundings.id)`

/** True until reconciliation has asked the provider after the hold: the message of a payment may be lost. */
const isUnasked = sql<boolean>`coalesce(fundings.checked_at, 0) < ${begunAt} + ${fundingHoldMs}`

/** Returns the time until which a payment that counts can arrive, in milliseconds since 1970, or null. */
export async function paymentsOpenUntil(
  db: Db,
  tournament: TournamentRow,
  mode: PaymentMode,
  now: number,
): Promise<number | null> {
  const { latest } = await db
    .selectFrom('entries')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select(({ fn }) => fn.max(begunAt).as('latest'))
    .where('entries.tournament_id', '=', tournament.id)
    .where('entries.withdrawn_at', 'is', null)
    // Decided: money in flight is returned.
    .where('entries.if_goal_missed', '!=', 'refund')
    .where('fundings.status', '=', 'pending')
    .where('fundings.mode', '=', mode)
    .$if(mode === 'test', query => query.where(begunAt, '>', now - fundingHoldMs).where(isAwaitedTest))
    .$if(mode !== 'test', query => query.where(isUnasked))
    .where(begunAt, '<', fundingClosing(tournament))
    .where(({ not }) => not(isInsider))
    // Payments without room left are returned.
    .where(fits)
    .executeTakeFirstOrThrow()
  return latest === null ? null : Math.max(latest + fundingHoldMs, now + minute)
}

/** Stores results and shares, writes the ledger and queues the mails about winnings. */
export async function storeResults(
  trx: Trx,
  round: Omit<NewRound, 'number' | 'reason'>,
  results: readonly ProposedResult[],
): Promise<void> {
  const { tournament, by, at } = round
  await trx
    .insertInto('settlements')
    .values({ tournament_id: tournament, settled_by: by, settled_at: at })
    .execute()
  await insertRound(trx, { ...round, number: 1, reason: null })
  for (const result of results) {
    const { entry_id, winnings_cents, shared_cents, payout_basis_points, raised_cents, pool_cents } = result
    const figures = { entry_id, winnings_cents, shared_cents, pool_cents }
    await trx
      .insertInto('results')
      .values({ ...figures, tournament_id: tournament, payout_basis_points, raised_cents })
      .execute()
    await trx
      .insertInto('round_results')
      .values({ ...figures, round: 1 })
      .execute()
    await storeShares(trx, result, at)
  }
}

async function storeShares(
  trx: Trx,
  { entry_id: entry, pool_cents: pool, shares }: ProposedResult,
  now: number,
): Promise<void> {
  if (pool > 0)
    await writeMovement(trx, {
      kind: 'pool',
      from: 'winnings',
      to: 'pools',
      cents: pool,
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
    payable_cents: share.amount,
    reference: null,
    paid_at: null,
    paid_by: null,
  }))
  for (const batch of batchesOf(rows)) await trx.insertInto('payouts').values(batch).execute()
  const owedRows = rows.filter(row => row.amount_cents > 0)
  await writeMovements(
    trx,
    owedRows.map(({ id, funding_id: funding, backer_id: user, amount_cents: amount }) => ({
      kind: 'share',
      from: 'pools',
      to: 'shares',
      cents: amount,
      refs: { entry, funding, user, payout: id },
      now,
    })),
  )
  await enqueueAll(
    trx,
    winMailKind,
    owedRows.map(({ backer_id: user }) => winMailSubject(entry, user)),
    now,
  )
}
