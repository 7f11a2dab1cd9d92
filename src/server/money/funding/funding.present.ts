import { iso, isoOrNull } from '#contract/iso.ts'
import type {
  Backer,
  Funding,
  FundingTotals,
  OrganiserFunding,
  Refund,
  RefundProgress,
} from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { formatCents } from '#contract/money.ts'
import type { EntryScore } from '#contract/tournaments/scores.ts'
import type { Deps } from '#server/deps.ts'
import { accountName } from '#server/people/auth/index.ts'
import { entryClosing, organiserName, payoutsDueAt, statusAt } from '#server/tournaments/tournaments/index.ts'
import type { FundedEntry } from './entry-funding.queries.ts'
import { refundReasonText } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import type { MyFundingRow, sumMine } from './funding-lists.queries.ts'
import type { BackerRow, countRefunds, OrganiserFundingRow } from './tournament-fundings.queries.ts'

type RefundFields = Pick<
  FundingRow,
  'refund_requested_at' | 'refund_failed_at' | 'refunded_at' | 'refund_reason'
> &
  Pick<FundedEntry, 'withdrawal_reason' | 'cancel_reason'>

function presentRefund(row: RefundFields): Refund | null {
  const { refund_requested_at: requestedAt, refund_failed_at: failedAt, refunded_at: refundedAt } = row
  if (requestedAt === null && refundedAt === null) return null
  return {
    status: failedAt !== null ? 'failed' : refundedAt !== null ? 'done' : 'pending',
    reason: refundReasonText(row),
    refunded_at: isoOrNull(refundedAt),
  }
}

const givenBack = ({ given_back_cents: cents }: Pick<FundingRow, 'given_back_cents'>) =>
  cents === 0 ? null : formatCents(cents)

const notCounted = ({ set_aside_at: at, mode }: Pick<FundingRow, 'set_aside_at' | 'mode'>) =>
  at === null ? null : texts.paidInOtherMode(mode)

const wireStatus = (status: FundingRow['status']) => (status === 'refund_pending' ? 'pending' : status)

export interface PresentFacts extends Pick<Deps, 'now'> {
  /** Named as the organiser of each tournament. */
  marina: string | null
}

export function presentFunding(row: FundingRow, entry: FundedEntry, facts: PresentFacts): Funding {
  return {
    id: row.id,
    amount: formatCents(row.amount_cents),
    given_back: givenBack(row),
    status: wireStatus(row.status),
    created_at: iso(row.created_at),
    message: row.message,
    reply: row.reply,
    replied_at: isoOrNull(row.replied_at),
    mode: row.mode,
    not_counted: notCounted(row),
    refund: presentRefund({
      ...row,
      withdrawal_reason: entry.withdrawal_reason,
      cancel_reason: entry.cancel_reason,
    }),
    terms_version: row.terms_version,
    tournament_entry: {
      id: entry.id,
      current_funding: formatCents(entry.current),
      funding_goal: formatCents(entry.goal),
      payout_percentage: (row.bought_basis_points ?? entry.payout_basis_points) / 100,
      if_goal_missed: row.bought_goal_rule ?? entry.if_goal_missed,
      closes_at: iso(entryClosing(entry, entry)),
      current_position: entry.current_position,
      best_catch: entry.best_catch,
      ...(entry.score !== null && { score: JSON.parse(entry.score) as EntryScore }),
      ...(entry.is_ruled === 1 && entry.shared_pots !== null && { partly_shared: true as const }),
      boat: { id: entry.boat_id, name: entry.boat_name, captain_name: entry.captain_name },
      tournament: {
        id: entry.tournament_id,
        name: entry.tournament_name,
        location: entry.location,
        status: statusAt(entry, facts.now()),
        end_date: iso(entry.ends_at),
        payout_days: entry.payout_days,
        payouts_due_at: isoOrNull(payoutsDueAt(entry)),
        organiser_name: organiserName(facts.marina, {
          metadata: entry.organiser_metadata,
          deleted_at: entry.organiser_deleted_at,
        }),
        ...(entry.is_ruled === 1 && { ruled: true as const }),
      },
    },
    payout: null,
  }
}

export const presentMine = (row: MyFundingRow, facts: PresentFacts): Funding =>
  presentFunding(row, { ...row, id: row.id_of_entry }, facts)

export const presentTotals = (
  { funded, boats, tournaments, won, settled, owed }: Awaited<ReturnType<typeof sumMine>>,
  years: readonly number[],
): FundingTotals => ({
  funded: formatCents(funded),
  boats,
  tournaments,
  won: formatCents(won),
  settled: { in: formatCents(settled), out: formatCents(won), owed: formatCents(owed) },
  years: years.map(String),
})

const backerName = (metadata: string): string => accountName({ metadata, deleted_at: null }) ?? 'A backer'

export const presentBacker = (row: BackerRow): Backer => ({
  id: row.id,
  name: backerName(row.metadata),
  amount: formatCents(row.amount_cents),
  // A payment that a bank returned too late doesn't count, and goes back.
  status: row.status === 'completed' ? 'completed' : 'refunded',
  insider: row.insider,
  created_at: iso(row.created_at),
  message: row.message,
  reply: row.reply,
  replied_at: isoOrNull(row.replied_at),
})

export function presentForOrganiser(row: OrganiserFundingRow): OrganiserFunding {
  const refund = presentRefund(row)
  const shortfall = row.handed_over_cents - row.current_funding_cents
  return {
    id: row.id,
    backer: backerName(row.metadata),
    insider: row.insider,
    amount: formatCents(row.amount_cents),
    given_back: givenBack(row),
    status: wireStatus(row.status),
    created_at: iso(row.created_at),
    entry: { id: row.id_of_entry, boat: row.boat_name },
    refund: refund && { ...refund, error: row.refund_error },
    mode: row.mode,
    not_counted: notCounted(row),
    disputed: row.disputed === 1,
    ...(shortfall > 0 && { shortfall: formatCents(shortfall) }),
  }
}

export function presentProgress(
  counts: Awaited<ReturnType<typeof countRefunds>>,
  failures: readonly OrganiserFundingRow[],
): RefundProgress {
  const { total, refunded, failed } = counts
  return {
    total,
    refunded,
    pending: total - refunded - failed,
    failed,
    total_amount: formatCents(counts.total_cents),
    refunded_amount: formatCents(counts.refunded_cents),
    failures: failures.map(presentForOrganiser),
  }
}
