/**
 * Between what money moves. A positive balance is money that is there, or was given; a negative one is where it came
 * from. All balances add up to nothing, always.
 */
export const accounts = [
  /** The cards of backers: what they paid in (negative), less what went back. */
  'backers',
  /** Held for an entry: equals its `current_funding_cents`. */
  'stakes',
  /** Paid, but there was no room for it: on its way back. */
  'unplaced',
  /** Paid in another payment mode than the site runs in: counts for nothing until that mode is back. */
  'set_aside',
  /** What organisers put up as prizes for settled entries (negative). */
  'winnings',
  /** An entry's part of its winnings that belongs to its backers, until it is shared: nothing stays here. */
  'pools',
  /** Owed to backers. */
  'shares',
  /** Paid out to backers by organisers. */
  'payouts',
] as const
export type Account = (typeof accounts)[number]

/** What can happen to money. */
export const movementKinds = [
  /** backers → stakes: a payment counts. */
  'funding',
  /** backers → unplaced: a payment came too late to count. */
  'unplaced',
  /** stakes or unplaced → backers. */
  'refund',
  /** stakes → backers: the provider gave back a part, and the rest stays. */
  'part-refund',
  /** stakes → backers: a dispute was lost, the bank has taken it back. */
  'chargeback',
  /** backers → stakes or unplaced: a bank that had taken it has given it back. */
  'reinstated',
  /** stakes → set_aside: the site changed to another payment mode. */
  'set-aside',
  /** set_aside → stakes, or unplaced where there is no room any more: that mode is back. */
  'counted-again',
  /** winnings → pools: an entry is settled. */
  'pool',
  /** pools → shares: a backer's part. */
  'share',
  /** shares → payouts: the organiser has paid it. */
  'payout',
  /** payouts → shares: that was a mistake. */
  'payout-undone',
] as const
export type MovementKind = (typeof movementKinds)[number]

export interface Line {
  account: Account
  /** Signed, not 0. */
  cents: number
}

/** From one account to another. @param cents more than 0 */
export const transfer = (from: Account, to: Account, cents: number): readonly Line[] => [
  { account: from, cents: -cents },
  { account: to, cents },
]

/** What is wrong with the lines of a movement; null: nothing. */
export function lineFault(lines: readonly Line[]): string | null {
  if (lines.length < 2) return 'a movement has at least two lines'
  if (lines.some(({ cents }) => !Number.isSafeInteger(cents) || cents === 0))
    return 'a line is a whole number of cents, not 0'
  return lines.reduce((sum, { cents }) => sum + cents, 0) === 0 ? null : 'the lines do not add up to 0'
}
