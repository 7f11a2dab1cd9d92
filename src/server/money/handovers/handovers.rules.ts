/** Cents. */
interface EntryMoney {
  current_funding_cents: number
  handed_over_cents: number
  refunding_cents: number
}

/** Cents that may still be handed over. */
export const dueOf = (entry: EntryMoney): number =>
  Math.max(0, entry.current_funding_cents - entry.refunding_cents - entry.handed_over_cents)
