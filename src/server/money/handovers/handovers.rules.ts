interface EntryMoney {
  current_funding_cents: number
  handed_over_cents: number
}

/** Cents that may still be handed over. @param refundsUnderWay cents */
export const dueOf = (entry: EntryMoney, refundsUnderWay: number): number =>
  Math.max(0, entry.current_funding_cents - refundsUnderWay - entry.handed_over_cents)
