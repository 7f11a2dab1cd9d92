import { cents } from '../amount-fields.ts'
import { type } from '../arktype.ts'
import { fieldTexts, textRules } from '../field-texts.ts'
import { id, lines, messageFor, missingMessages, optionalDate, optionalLine } from '../fields.ts'
import {
  count,
  flag,
  type Infer,
  list,
  money,
  number,
  object,
  one,
  orNull,
  text,
  time,
} from '../json-schema.ts'
import { limits } from '../limits.ts'
import { paymentModes } from '../payment-mode.ts'
import { goalRule } from '../tournaments/tournaments.ts'
import { payoutMethods } from './payout-method.ts'
import { payoutTexts as texts } from './payout-texts.ts'

/** `frozen`: disputed or under review, don't pay. `none`: zero share. `to-return`: paid too much. */
export const payoutStatus = one('owed', 'paid', 'frozen', 'none', 'to-return')
export type PayoutStatus = Infer<typeof payoutStatus>
export const paymentMode = one(...paymentModes)

const wonBoat = object({ id: text, name: text, captainName: text })
/** Result of the latest round. `sharedWinnings`: only where backers don't share all of the winnings. */
export const resultFields = {
  entryId: text,
  boat: wonBoat,
  winnings: money,
  payoutPercentage: number,
  ifGoalMissed: goalRule,
  fundingGoal: money,
  raised: money,
  pool: money,
  fundings: count,
}
export const entryResult = object(resultFields, { sharedWinnings: money })
export type EntryResult = Infer<typeof entryResult>

/** `email` null: deleted account. */
const payee = object({ id: text, name: text, email: orNull(text) })

/** Account or address that receives winnings. */
export const payoutDestination = object({ kind: one(...payoutMethods), details: text })
export type PayoutDestination = Infer<typeof payoutDestination>

export const payoutDetails = object({
  /** Null if the person named none. */
  destination: orNull(payoutDestination),
  /** Winnings that the person has not got yet. */
  owed: money,
})
export type PayoutDetails = Infer<typeof payoutDetails>

export const payout = object({
  id: text,
  /** Amount paid, or the present value: less than awarded after a part of the payment was refunded. */
  amount: money,
  /** Amount that the latest round awards. */
  awarded: money,
  /** Payments that are marked, less what came back. */
  net: money,
  /** Overpaid amount that the organiser doesn't reclaim. */
  waived: money,
  /** Amount still to be paid. */
  due: money,
  /** Amount that the backer was overpaid and has to return. */
  toReturn: money,
  /** Loss of the organiser: paid for a payment that its bank took back since. */
  loss: money,
  status: payoutStatus,
  /** Results of its boat may still change. */
  inReview: flag,
  reference: orNull(text),
  paidAt: orNull(time),
  contributed: money,
  fundingId: text,
  entryId: text,
  boat: wonBoat,
  backer: payee,
  mode: paymentMode,
  /** Destination while an amount is due. Null if the backer named none. */
  destination: orNull(payoutDestination),
  /** The last time that its payment was taken back. */
  undone: orNull(object({ at: time, reason: orNull(text) })),
})
export type Payout = Infer<typeof payout>

const payoutSum = object({ count, amount: money })
/** `lost` is a part of `paid`. Of a share that grew after it was paid, `paid` has its part of the amount, not its count. */
const payoutSums = {
  owed: payoutSum,
  paid: payoutSum,
  frozen: payoutSum,
  lost: payoutSum,
}
/** Present where a later round lowered what was paid. */
const returnSum = { toReturn: payoutSum }
/**
 * Totals of the shares above $0. Entries with the highest winnings first. `dueAt`: time by which the first
 * owed share was promised, or null if none is owed or no date was stated. `mode`: null without shares.
 */
export const payoutTotals = object(
  {
    ...payoutSums,
    dueAt: orNull(time),
    mode: orNull(paymentMode),
    entries: list(object({ entryId: text, boat: text, ...payoutSums }, returnSum)),
  },
  returnSum,
)
export type PayoutTotals = Infer<typeof payoutTotals>

/** All shares of one person in a tournament. */
export const payoutsOfBacker = object(
  { backer: payee, destination: orNull(payoutDestination), ...payoutSums },
  returnSum,
)
export type PayoutsOfBacker = Infer<typeof payoutsOfBacker>

const reference = optionalLine(textRules.reference)

export const partOfShare = cents({
  min: 1,
  tooSmall: texts.returnedTooSmall,
  max: limits.prizePoolMaxCents,
  tooLarge: texts.amountTooLarge,
})

/** `due`: what the sender saw as due and paid; answers 409 if it has changed. */
export const paidPayout = type({ 'reference?': reference, 'due?': partOfShare })

/** `due`: of each of `payouts`, in their order. See {@link paidPayout}. */
export const paidPayouts = type({
  payouts: id<'payout'>(texts.payoutsRequired)
    .array()
    .atLeastLength(1)
    .atMostLength(limits.payoutsAtOnce)
    .configure({ message: () => texts.payoutsRequired }, { kind: 'proto' })
    .configure({ message: () => texts.payoutsRequired }, { kind: 'minLength' })
    .configure({ message: () => texts.payoutsTooMany }, { kind: 'maxLength' }),
  'reference?': reference,
  'due?': partOfShare
    .array()
    .atMostLength(limits.payoutsAtOnce)
    .configure(...messageFor(fieldTexts.amountInvalid)),
}).configure(...missingMessages({ payouts: texts.payoutsRequired }))

/** `paidAt`: the payment that is taken back, so that a repeated request takes back no earlier one. */
export const unpaidPayout = type({
  'reason?': optionalLine(textRules.reason),
  'paidAt?': optionalDate(fieldTexts.dateInvalid),
})

export const newPayoutDetails = type({
  kind: type.enumerated(...payoutMethods).configure({ message: () => texts.methodInvalid }, 'self'),
  details: lines(textRules.payoutDetails),
}).configure(...missingMessages({ kind: texts.methodInvalid, details: textRules.payoutDetails.required }))
