import type { Backer, Funding, FundingPayout, OrganiserFunding } from '#contract/money/funding.ts'
import { type Columns, csvTable } from '#server/http/csv.ts'

function statusOf({ status, refund, not_counted }: Pick<Funding, 'status' | 'refund' | 'not_counted'>) {
  if (refund?.status === 'pending') return 'refund pending'
  return not_counted === null ? status : 'not counted'
}

const isDue = ({ status }: FundingPayout) => status === 'owed' || status === 'frozen'
const stillDue = (payout: FundingPayout) => payout.due ?? (isDue(payout) ? payout.amount : null)

const ownColumns: Columns<Funding> = [
  ['Payment', row => row.id],
  ['Date (UTC)', row => row.created_at],
  ['Boat', row => row.tournament_entry.boat.name],
  ['Captain', row => row.tournament_entry.boat.captain_name],
  ['Tournament', row => row.tournament_entry.tournament.name],
  ['Location', row => row.tournament_entry.tournament.location],
  ['Amount (USD)', row => row.amount],
  ['Given back in part (USD)', row => row.given_back],
  ['Status', statusOf],
  ['Refunded at (UTC)', row => row.refund?.refunded_at ?? null],
  ['Share of winnings (USD)', row => row.payout?.amount ?? null],
  ['Share status', row => row.payout?.status ?? null],
  ['Mode', row => row.mode],
  ['Still to be paid (USD)', ({ payout }) => payout && stillDue(payout)],
  ['To return (USD)', row => row.payout?.to_return ?? null],
]

export const fundingCsv = (fundings: readonly Funding[]): string => csvTable(ownColumns, fundings)

const organiserColumns: Columns<OrganiserFunding> = [
  ['Payment', row => row.id],
  ['Date (UTC)', row => row.created_at],
  ['Boat', row => row.entry.boat],
  ['Backer', row => row.backer],
  ['Insider', row => row.insider],
  ['Amount (USD)', row => row.amount],
  ['Given back in part (USD)', row => row.given_back],
  ['Status', statusOf],
  ['Refund reason', row => row.refund?.reason ?? null],
  ['Refunded at (UTC)', row => row.refund?.refunded_at ?? null],
  ['Disputed', row => (row.disputed ? 'yes' : 'no')],
  ['Mode', row => row.mode],
]

export const organiserCsv = (fundings: readonly OrganiserFunding[]): string =>
  csvTable(organiserColumns, fundings)

const backerColumns: Columns<Backer> = [
  ['Payment', row => row.id],
  ['Date (UTC)', row => row.created_at],
  ['Backer', row => row.name],
  ['Insider', row => row.insider],
  ['Amount (USD)', row => row.amount],
  ['Status', row => row.status],
  ['Message', row => row.message],
  ['Reply', row => row.reply],
  ['Replied at (UTC)', row => row.replied_at],
]

/** Returns the CSV file of backers that the boat's owner downloads. */
export const backersCsv = (backers: readonly Backer[]): string => csvTable(backerColumns, backers)
