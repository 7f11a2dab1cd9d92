import type { Backer, Funding, OrganiserFunding } from '#contract/money/funding.ts'
import { csv } from '#server/http/csv.ts'

const header = [
  'Payment',
  'Date (UTC)',
  'Boat',
  'Captain',
  'Tournament',
  'Location',
  'Amount (USD)',
  'Given back in part (USD)',
  'Status',
  'Refunded at (UTC)',
  'Share of winnings (USD)',
  'Share status',
  'Mode',
]

function csvStatus({
  status,
  refund,
  not_counted,
}: Pick<Funding, 'status' | 'refund' | 'not_counted'>): string {
  if (refund?.status === 'pending') return 'refund pending'
  return not_counted === null ? status : 'not counted'
}

export const fundingCsv = (fundings: readonly Funding[]): string =>
  csv(
    header,
    fundings.map(
      ({
        id,
        created_at,
        amount,
        given_back,
        status,
        refund,
        payout,
        mode,
        not_counted,
        tournament_entry: entry,
      }) => [
        id,
        created_at,
        entry.boat.name,
        entry.boat.captain_name,
        entry.tournament.name,
        entry.tournament.location,
        amount,
        given_back,
        csvStatus({ status, refund, not_counted }),
        refund?.refunded_at ?? null,
        payout?.amount ?? null,
        payout?.status ?? null,
        mode,
      ],
    ),
  )

const organiserHeader = [
  'Payment',
  'Date (UTC)',
  'Boat',
  'Backer',
  'Insider',
  'Amount (USD)',
  'Given back in part (USD)',
  'Status',
  'Refund reason',
  'Refunded at (UTC)',
  'Disputed',
  'Mode',
]

export const organiserCsv = (fundings: readonly OrganiserFunding[]): string =>
  csv(
    organiserHeader,
    fundings.map(
      ({ id, created_at, entry, backer, insider, amount, given_back, refund, disputed, mode, ...rest }) => [
        id,
        created_at,
        entry.boat,
        backer,
        insider,
        amount,
        given_back,
        csvStatus({ ...rest, refund }),
        refund?.reason ?? null,
        refund?.refunded_at ?? null,
        disputed ? 'yes' : 'no',
        mode,
      ],
    ),
  )

const backersHeader = [
  'Payment',
  'Date (UTC)',
  'Backer',
  'Insider',
  'Amount (USD)',
  'Status',
  'Message',
  'Reply',
  'Replied at (UTC)',
]

/** For the boat's owner. */
export const backersCsv = (backers: readonly Backer[]): string =>
  csv(
    backersHeader,
    backers.map(({ id, created_at, name, insider, amount, status, message, reply, replied_at }) => [
      id,
      created_at,
      name,
      insider,
      amount,
      status,
      message,
      reply,
      replied_at,
    ]),
  )
