import type { GoalRule } from './goal-rules.ts'
import { limits } from './limits.ts'

export const payoutTexts = {
  winningsRequired: 'Say what each boat won: a list, empty if none did',
  lineInvalid: 'Each line names a boat and what it won',
  amountRequired: 'Enter what the boat won; 0 if nothing',
  amountTooLarge: 'The winnings are too large',
  entryRequired: 'Please choose a boat of this tournament',
  entryTwice: 'This boat is named twice',
  entryUnknown: 'This boat is not in the tournament',
  payoutsRequired: 'Choose the shares that you paid',
  payoutsTooMany: `At most ${limits.payoutsAtOnce} shares can be marked at once`,
  methodInvalid: 'Choose how you want to be paid',
  filterInvalid: 'A status is owed, paid, frozen or any',
  previewInvalid: 'Invalid preview',
  previewOutdated: 'The shares have changed since you looked at them. Look at them again, then confirm.',
  alreadySettled: 'The results of this tournament are confirmed already.',
} as const

const wholePool =
  'Pool = winnings × payout percentage ÷ 100, rounded down to the cent; 0 without contributions'

/** How the backers' pool follows from the winnings. */
export const poolFormulas: Record<GoalRule, string> = {
  share: wholePool,
  prorate:
    'Pool = winnings × payout percentage ÷ 100 × raised ÷ goal, rounded down to the cent; 0 without contributions',
  refund: wholePool,
}

export const shareFormula = {
  share: 'Share = pool × contributed ÷ raised, rounded down to the cent',
  rest: 'The cents that are left over go one each to the shares that lost most by rounding; where two lost the same, to the earlier funding.',
} as const
