import { limits } from '../limits.ts'

export const handoverTexts = {
  amountRequired: 'Enter the amount that you handed over',
  amountTooSmall: 'Enter an amount of at least $0.01',
  amountTooLarge: 'The amount is too large',
  dateInvalid: 'Enter the date as year, month and day, such as 2026-06-30',
  notCounted: 'No real money was handed over: the site took test payments.',
  alreadyReversed: 'This handover is reversed already.',
  keyInvalid: `An Idempotency-Key has 1 to ${limits.idempotencyKeyMax} characters`,
  keyReused: 'This Idempotency-Key was used for another handover.',
  undecided:
    'It is not decided yet whether this boat reaches its goal. You can hand money over once funding has closed.',
  mayComeEarlier: 'The organiser may hand them to the boat earlier, for its entry. You’ll hear when.',
} as const
