/** Accounts. Money enters through those with a negative balance; all balances add up to 0. */
export const accounts = [
  /** Received payments less refunds, as a negative balance. */
  'backers',
  /** Counted fundings, less what was handed to the boats. Negative after a refund of money that was handed over. */
  'stakes',
  /** Money handed over to boats. Together with `stakes`: `current_funding_cents` of the entries. */
  'handed_over',
  /** Payments that do not count and are refunded. */
  'unplaced',
  /** Payments of another payment mode. */
  'set_aside',
  /** Winnings of settled entries, as a negative balance. */
  'winnings',
  /** The backers' part of the winnings; 0 after each settlement. */
  'pools',
  /** Shares that the organiser owes to backers. */
  'shares',
  'payouts',
  /** Overpayments that the organiser bears, as a negative balance. */
  'waived',
] as const
export type Account = (typeof accounts)[number]

export const movementKinds = [
  /** backers → stakes */
  'funding',
  /** backers → unplaced: too late */
  'unplaced',
  /** stakes or unplaced → backers */
  'refund',
  /** stakes → backers */
  'part-refund',
  /** stakes → backers: lost dispute */
  'chargeback',
  /** backers → stakes or unplaced: won appeal */
  'reinstated',
  /** stakes → set_aside: payment mode changed */
  'set-aside',
  /** set_aside → stakes, or unplaced without room */
  'counted-again',
  /** stakes → handed_over */
  'handover',
  /** handed_over → stakes */
  'handover-reversed',
  /** winnings → pools */
  'pool',
  /** pools → shares */
  'share',
  /** shares → payouts */
  'payout',
  /** payouts → shares */
  'payout-undone',
  /** shares → pools: a later round */
  'share-reduced',
  /** pools → winnings */
  'pool-reduced',
  /** payouts → shares: by the backer */
  'returned',
  /** waived → shares */
  'waived',
] as const
export type MovementKind = (typeof movementKinds)[number]
