import { payoutMethodNames } from '#contract/money/payout-method.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { type Columns, csvTable } from '#server/http/csv.ts'

const columns: Columns<Payout> = [
  ['Payout', row => row.id],
  ['Boat', row => row.boat.name],
  ['Captain', row => row.boat.captainName],
  ['Backer', row => row.backer.name],
  ['Email', row => row.backer.email],
  ['Funding', row => row.fundingId],
  ['Contributed (USD)', row => row.contributed],
  ['Share (USD)', row => row.amount],
  ['Status', row => row.status],
  ['Paid at (UTC)', row => row.paidAt],
  ['Reference', row => row.reference],
  ['Mode', row => row.mode],
  ['Pay to', row => row.destination && payoutMethodNames[row.destination.kind]],
  ['Details', row => row.destination?.details ?? null],
  // After a round that changed a share, or a return.
  ['Paid and not returned (USD)', row => row.net],
  ['Still to be paid (USD)', row => row.due],
  ['To return (USD)', row => row.toReturn],
  ['Waived (USD)', row => row.waived],
]

export const payoutsCsv = (payouts: readonly Payout[]): string => csvTable(columns, payouts)
