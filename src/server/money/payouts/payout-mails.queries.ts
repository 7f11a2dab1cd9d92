import { sql } from 'kysely'
import type { EntryId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import { findJob, scheduleJob } from '#server/queue/queue.queries.ts'
import { paidMailKind, paidMailsTo, winMailKind, winMailSubject } from './payout-mails.rules.ts'
import { isFrozen } from './payouts.queries.ts'
import { paymentsOf } from './share-payments.queries.ts'

/** Shares of a backer with an account, and what each mail says of them. */
const mailedShares = (db: Db, backer: UserId) =>
  db
    .selectFrom('payouts')
    .innerJoin('results', 'results.entry_id', 'payouts.entry_id')
    .innerJoin('tournaments', 'tournaments.id', 'results.tournament_id')
    .innerJoin('entries', 'entries.id', 'results.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('users as backer', 'backer.id', 'payouts.backer_id')
    .innerJoin('users as organiser', 'organiser.id', 'tournaments.organiser_id')
    .select([
      'backer.email',
      'boats.name as boat',
      'tournaments.name as tournament',
      'organiser.metadata',
      'organiser.deleted_at',
    ])
    .where('payouts.backer_id', '=', backer)
    .where('backer.deleted_at', 'is', null)

/**
 * Returns a backer's winnings with an entry, without frozen shares.
 * @returns undefined without a share, as after a round that took it, or without an account
 */
export const findWin = (db: Db, entry: EntryId, backer: UserId) =>
  mailedShares(db, backer)
    .innerJoin('rounds', join =>
      join
        .onRef('rounds.tournament_id', '=', 'results.tournament_id')
        .onRef('rounds.number', '=', 'payouts.settled_in'),
    )
    .leftJoin('payout_details', 'payout_details.user_id', 'payouts.backer_id')
    .select(({ fn }) => [
      'tournaments.id as tournament_id',
      'tournaments.ends_at',
      'tournaments.ended_at',
      'tournaments.payout_days',
      'results.winnings_cents as winnings',
      'payout_details.kind',
      'payout_details.details',
      // Time of the latest round among those that settled the shares.
      fn.max('rounds.confirmed_at').as('settled_at'),
      fn.sum<number>('payouts.payable_cents').as('amount'),
      fn.sum<number>('payouts.contributed_cents').as('contributed'),
    ])
    .where('payouts.entry_id', '=', entry)
    .where(payout => payout.not(isFrozen(payout)))
    .groupBy([
      'results.entry_id',
      'tournaments.id',
      'boats.id',
      'backer.id',
      'organiser.id',
      'payout_details.user_id',
    ])
    .having(({ fn }) => fn.sum<number>('payouts.payable_cents'), '>', 0)
    .executeTakeFirst()

/** Payments to one backer at one time for each share, unless they were taken back. */
export async function listPaidAt(db: Db, tournament: TournamentId, backer: UserId, at: number) {
  const shares = await mailedShares(db, backer)
    .select(['payouts.paid_at', 'payouts.paid_cents', 'payouts.earlier_payments'])
    .where('payouts.paid_at', '>=', at)
    .where('results.tournament_id', '=', tournament)
    .orderBy('payouts.id')
    .execute()
  return shares.flatMap(share => {
    const payment = paymentsOf(share).find(one => one.at === at)
    return payment ? [{ ...share, amount_cents: payment.cents }] : []
  })
}

/**
 * Returns whether a mail about a payment of the tournament went to the backer by then.
 * @param by milliseconds since 1970
 */
export function wasToldOfPayment(
  trx: Trx,
  tournament: TournamentId,
  backer: UserId,
  by: number,
): Promise<boolean> {
  const subjects = paidMailsTo(tournament, backer)
  return hasRow(
    trx
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', paidMailKind)
      .where('subject', '>', subjects)
      // The colon follows the digits.
      .where('subject', '<', `${subjects}:`)
      .where('state', '=', 'done')
      .where('finished_at', '<=', by),
  )
}

/** Shares of one backer that a round changed, without those whose payment was refunded since. */
export const listChangedIn = (db: Db, tournament: TournamentId, round: number, backer: UserId) =>
  mailedShares(db, backer)
    .innerJoin('share_changes', 'share_changes.payout_id', 'payouts.id')
    .innerJoin('rounds', join =>
      join
        .onRef('rounds.tournament_id', '=', 'results.tournament_id')
        .onRef('rounds.number', '=', 'share_changes.round'),
    )
    .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
    .select(({ selectFrom }) => [
      'share_changes.change_cents',
      'payouts.to_return_cents',
      'rounds.reason',
      'payouts.amount_cents',
      'payouts.contributed_cents',
      'payouts.paid_cents',
      'payouts.returned_cents',
      'payouts.waived_cents',
      'fundings.amount_cents as left_cents',
      // A later round may have changed the share again.
      selectFrom('share_changes as later')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('later.change_cents'), sql.lit(0)).as('cents'))
        .whereRef('later.payout_id', '=', 'payouts.id')
        .whereRef('later.round', '>', 'share_changes.round')
        .$asScalar()
        .as('later_cents'),
    ])
    .where('results.tournament_id', '=', tournament)
    .where('share_changes.round', '=', round)
    .where('fundings.status', '=', 'completed')
    .orderBy('payouts.id')
    .execute()

/** Sends the mail that a frozen share held back, if its dispute was open when the results were confirmed or it was due. */
export async function queueHeldWinMail(
  trx: Trx,
  { entry, backer, openedAt, now }: { entry: EntryId; backer: UserId; openedAt: number; now: number },
): Promise<void> {
  const share = await trx
    .selectFrom('payouts')
    .innerJoin('results', 'results.entry_id', 'payouts.entry_id')
    .innerJoin('settlements', 'settlements.tournament_id', 'results.tournament_id')
    .select('settlements.settled_at')
    .where('payouts.entry_id', '=', entry)
    .where('payouts.backer_id', '=', backer)
    .where('payouts.payable_cents', '>', 0)
    .executeTakeFirst()
  if (!share) return
  const subject = winMailSubject(entry, backer)
  const job = await findJob(trx, winMailKind, subject)
  const heldBackAt = Math.max(share.settled_at, job?.finished_at ?? 0)
  if (heldBackAt >= openedAt) await scheduleJob(trx, winMailKind, subject, now)
}
