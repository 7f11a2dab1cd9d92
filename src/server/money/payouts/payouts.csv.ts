import { payoutMethodNames } from '#contract/money/payout-method.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { csv } from '#server/http/csv.ts'

const header = [
  'Payout',
  'Boat',
  'Captain',
  'Backer',
  'Email',
  'Funding',
  'Contributed (USD)',
  'Share (USD)',
  'Status',
  'Paid at (UTC)',
  'Reference',
  'Mode',
  'Pay to',
  'Details',
]

export const payoutsCsv = (payouts: readonly Payout[]): string =>
  csv(
    header,
    payouts.map(
      ({
        id,
        boat,
        backer,
        fundingId,
        contributed,
        amount,
        status,
        paidAt,
        reference,
        mode,
        destination,
      }) => [
        id,
        boat.name,
        boat.captainName,
        backer.name,
        backer.email,
        fundingId,
        contributed,
        amount,
        status,
        paidAt,
        reference,
        mode,
        destination && payoutMethodNames[destination.kind],
        destination?.details ?? null,
      ],
    ),
  )
