import { cents } from '../amount-fields.ts'
import { type } from '../arktype.ts'
import { textRules } from '../field-texts.ts'
import { lines, makeCheck, messageFor, missingMessages, optionalLine } from '../fields.ts'
import { isCalendarDate } from '../iso.ts'
import { anyOf, type Infer, money, object, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { handoverTexts as texts } from './handover-texts.ts'

/** Handover: raised money that the organiser has given to the boat. */
export const handover = object({
  id: text,
  amount: money,
  /** `2026-11-22` */
  paidOn: orNull(text),
  reference: orNull(text),
  createdAt: time,
})
export type Handover = Infer<typeof handover>

/** Takes a handover back; both lines stay. */
export const handoverReversal = object({
  id: text,
  /** The handover's id. */
  reverses: text,
  amount: money,
  reason: text,
  createdAt: time,
})
export type HandoverReversal = Infer<typeof handoverReversal>

export const handoverLine = anyOf(handover, handoverReversal)
export type HandoverLine = Infer<typeof handoverLine>

/** Sums of one entry. */
export const handoverTotals = object({
  /** Completed fundings. */
  raised: money,
  handedOver: money,
  /** May still be handed over: without what is being refunded. */
  due: money,
  /** Handed over and refunded to backers besides. */
  shortfall: money,
})
export type HandoverTotals = Infer<typeof handoverTotals>

const paidOn = type('string | null')
  .pipe(value => (value === null || value.trim() === '' ? null : value.trim()))
  .narrow(
    makeCheck({ format: 'date' }, (value: string | null) =>
      value === null || isCalendarDate(value) ? null : texts.dateInvalid,
    ),
  )
  .configure(...messageFor(texts.dateInvalid))

export const newHandover = type({
  amount: cents({
    min: 1,
    tooSmall: texts.amountTooSmall,
    max: limits.fundingGoalMaxCents,
    tooLarge: texts.amountTooLarge,
  }),
  'paidOn?': paidOn,
  'reference?': optionalLine(textRules.reference),
}).configure(...missingMessages({ amount: texts.amountRequired }))

export const newHandoverReversal = type({
  reason: lines(textRules.handoverReason),
}).configure(...missingMessages({ reason: textRules.handoverReason.required }))
