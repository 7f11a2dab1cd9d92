/** Negative balances are sources of money. The sum of all balances is 0. */
export const accounts = [
  /** Backers' cards: payments (negative) less refunds. */
  'backers',
  /** An entry's funding: equals its `current_funding_cents`. */
  'stakes',
  /** Paid without counting, to be refunded. */
  'unplaced',
  /** Paid in another payment mode than the site's: doesn't count until the site returns to it. */
  'set_aside',
  /** Winnings of settled entries (negative). */
  'winnings',
  /** The backers' part of an entry's winnings, before it is shared: ends at 0. */
  'pools',
  /** Owed to backers. */
  'shares',
  /** Paid out to backers by organisers. */
  'payouts',
] as const
export type Account = (typeof accounts)[number]

export const movementKinds = [
  /** backers → stakes: a payment counts. */
  'funding',
  /** backers → unplaced: a payment was too late to count. */
  'unplaced',
  /** stakes or unplaced → backers. */
  'refund',
  /** stakes → backers: a partial refund. */
  'part-refund',
  /** stakes → backers: a lost dispute. */
  'chargeback',
  /** backers → stakes or unplaced: a bank returned disputed money. */
  'reinstated',
  /** stakes → set_aside: the site's payment mode changed. */
  'set-aside',
  /** set_aside → stakes, or unplaced without room: the site returned to that mode. */
  'counted-again',
  /** winnings → pools: an entry is settled. */
  'pool',
  /** pools → shares: a backer's part. */
  'share',
  /** shares → payouts: the organiser has paid it. */
  'payout',
  /** payouts → shares: the organiser undid it. */
  'payout-undone',
] as const
export type MovementKind = (typeof movementKinds)[number]

export interface Line {
  account: Account
  /** Signed, not 0. */
  cents: number
}

/** @param cents more than 0 */
export const transfer = (from: Account, to: Account, cents: number): readonly Line[] => [
  { account: from, cents: -cents },
  { account: to, cents },
]

/** Why a movement is invalid; null: it is valid. */
export function lineFault(lines: readonly Line[]): string | null {
  if (lines.length < 2) return 'a movement has at least two lines'
  if (lines.some(({ cents }) => !Number.isSafeInteger(cents) || cents === 0))
    return 'a line is a whole number of cents, not 0'
  return lines.reduce((sum, { cents }) => sum + cents, 0) === 0 ? null : 'the lines do not add up to 0'
}
