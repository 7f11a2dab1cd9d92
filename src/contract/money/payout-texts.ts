import { limits } from '../limits.ts'

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
