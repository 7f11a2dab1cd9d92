import type { FundingId } from '#contract/ids.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Trx } from '#server/db/connection.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { isRuled } from '#server/tournaments/tournaments/index.ts'
import { type FundingMailName, fundingMailKind, fundingMailSubject } from './funding-mails.rules.ts'

export const queueFundingMail = (trx: Trx, name: FundingMailName, now: number): Promise<void> =>
  enqueue(trx, fundingMailKind, fundingMailSubject(name), now)

export const findFundingMailData = compileFirst((db, id: FundingId) =>
  db
    .selectFrom('fundings')
    .innerJoin('users', 'users.id', 'fundings.backer_id')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .innerJoin('users as organisers', 'organisers.id', 'tournaments.organiser_id')
    .select([
      'fundings.id',
      'fundings.status',
      'fundings.amount_cents',
      'fundings.given_back_cents',
      'fundings.refund_reason',
      'fundings.refund_requested_at',
      'fundings.mode',
      'fundings.bought_basis_points',
      'fundings.bought_goal_rule',
      'entries.id as entry_id',
      'entries.withdrawal_reason',
      'tournaments.cancel_reason',
      'entries.if_goal_missed',
      'entries.shared_pots',
      'entries.payout_basis_points',
      'entries.funding_goal_cents',
      'users.email',
      'boats.name as boat',
      'tournaments.id as tournament_id',
      'tournaments.name as tournament',
      'tournaments.starts_at',
      'tournaments.ends_at',
      'tournaments.ended_at',
      'tournaments.protests_until',
      'tournaments.payout_days',
      'tournaments.funding_closes_at',
      'tournaments.funding_closed_at',
      'tournaments.started_at',
      'tournaments.cancelled_at',
      'organisers.metadata as organiser_metadata',
      'organisers.deleted_at as organiser_deleted_at',
    ])
    .select(isRuled.as('is_ruled'))
    .where('fundings.id', '=', id),
)
