import { type Infer, list, money, object, one, orNull, text } from '../json-schema.ts'
import { payoutDestination } from '../money/payouts.ts'

/** Obstacles to deleting one’s account. */
export const accountDeletion = object({
  /** Duties towards others, and the page that ends each. Deletion is refused until it is empty. */
  open: list(object({ path: text, message: text })),
  /** `possible`: of a tournament without results. Unless `none`, deletion needs a destination or its renunciation. */
  winnings: one('none', 'possible', 'owed'),
  owed: money,
  /** Destination of winnings, or null if the person named none. */
  destination: orNull(payoutDestination),
})
export type AccountDeletion = Infer<typeof accountDeletion>
