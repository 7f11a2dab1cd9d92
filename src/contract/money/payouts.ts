import { type } from '../arktype.ts'
import type { Issue } from '../errors.ts'
import { textRules } from '../field-texts.ts'
import {
  alsoCheck,
  cents,
  checked,
  id,
  lines,
  matches,
  missingMessages,
  optionalLine,
  string,
} from '../fields.ts'
import { isId } from '../ids.ts'
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
import { insiderRoles } from '../tournaments/goal-rules.ts'
import { goalRule } from '../tournaments/tournaments.ts'
import { payoutMethods } from './payout-method.ts'
import { payoutTexts as texts } from './payout-texts.ts'

/** `frozen`: disputed, don't pay. `none`: zero share. */
export const payoutStatus = one('owed', 'paid', 'frozen', 'none')
export type PayoutStatus = Infer<typeof payoutStatus>
export const paymentMode = one(...paymentModes)

const wonBoat = object({ id: text, name: text, captainName: text })
const entryResult = object({
  entryId: text,
  boat: wonBoat,
  winnings: money,
  payoutPercentage: number,
  ifGoalMissed: goalRule,
  fundingGoal: money,
  raised: money,
  pool: money,
  fundings: count,
})
export type EntryResult = Infer<typeof entryResult>

/** Empty before confirmation (`settledAt` null). */
export const results = object({ settledAt: orNull(time), entries: list(entryResult) })
export type Results = Infer<typeof results>

/** Before confirmation. */
const previewShare = object({
  fundingId: text,
  backer: text,
  contributed: money,
  amount: money,
  status: payoutStatus,
})
export type PreviewShare = Infer<typeof previewShare>

export const resultsPreview = object({
  entries: list(object({ ...entryResult.properties, shares: list(previewShare) })),
  /** An outdated confirmation is refused. */
  preview: text,
})
export type ResultsPreview = Infer<typeof resultsPreview>

/** `email` null: deleted account. */
const payee = object({ id: text, name: text, email: orNull(text) })

/** Where winnings go. */
export const payoutDestination = object({ kind: one(...payoutMethods), details: text })
export type PayoutDestination = Infer<typeof payoutDestination>

export const payoutDetails = object({
  /** Null: not said. */
  destination: orNull(payoutDestination),
  /** Winnings that the person has not got yet. */
  owed: money,
})
export type PayoutDetails = Infer<typeof payoutDetails>

export const payout = object({
  id: text,
  /** What was paid, or is to be paid: less than awarded after a part of the payment was refunded. */
  amount: money,
  /** By the results. */
  awarded: money,
  /** Of the organiser: what was paid for a payment that its bank took back since. */
  loss: money,
  status: payoutStatus,
  reference: orNull(text),
  paidAt: orNull(time),
  contributed: money,
  fundingId: text,
  entryId: text,
  boat: wonBoat,
  backer: payee,
  mode: paymentMode,
  /** Until it is paid. Null: not said. */
  destination: orNull(payoutDestination),
  /** The last time that its payment was taken back. */
  undone: orNull(object({ at: time, reason: orNull(text) })),
})
export type Payout = Infer<typeof payout>

const payoutSum = object({ count, amount: money })
/** `lost` is a part of `paid`. */
const payoutSums = { owed: payoutSum, paid: payoutSum, frozen: payoutSum, lost: payoutSum }
/** Without shares of nothing. Entries with the highest winnings first. */
export const payoutTotals = object({
  ...payoutSums,
  entries: list(object({ entryId: text, boat: text, ...payoutSums })),
})
export type PayoutTotals = Infer<typeof payoutTotals>

/** All shares of one person in a tournament. */
export const payoutsOfBacker = object({
  backer: payee,
  destination: orNull(payoutDestination),
  ...payoutSums,
})
export type PayoutsOfBacker = Infer<typeof payoutsOfBacker>

const statementShare = object({
  /** From 1. */
  number: count,
  /** Of the backer when paying; null: none. */
  insider: orNull(one(...insiderRoles)),
  /** "3 d before the start". */
  relativeToStart: text,
  contributed: money,
  roundedDown: money,
  extraCent: flag,
  amount: money,
  /** The caller's. */
  yours: flag,
})
export type StatementShare = Infer<typeof statementShare>

/** Recomputes shares; without names. */
export const statement = object({
  ...entryResult.properties,
  tournament: object({ id: text, name: text }),
  /** When its funding closed. */
  closesAt: time,
  settledAt: time,
  /** Within which winnings are paid, after the end. Null: not stated. */
  payoutDays: orNull(count),
  payoutsDueAt: orNull(time),
  /** Null without fundings. */
  mode: orNull(paymentMode),
  formula: object({ pool: text, share: text, rest: text }),
  /** By largest remainder. */
  centsLeftOver: count,
  /** By funding. */
  shares: list(statementShare),
})
export type Statement = Infer<typeof statement>

const amount = cents({ max: limits.prizePoolMaxCents, tooLarge: texts.amountTooLarge })
const winnings = type({ entryId: id<'entry'>(texts.entryRequired, isId), amount })
  .configure(
    { message: () => texts.lineInvalid },
    { kind: 'domain', where: ({ domain }) => domain === 'object' },
  )
  .array()
  .configure({ message: () => texts.winningsRequired }, { kind: 'proto' })

function namedTwice({ winnings: sent }: Record<string, unknown>): Issue[] {
  if (!Array.isArray(sent)) return []
  const seen = new Set<unknown>()
  return sent.flatMap((line: unknown, index): Issue[] => {
    const entry = typeof line === 'object' && line !== null && 'entryId' in line ? line.entryId : undefined
    if (entry === undefined || !seen.has(entry)) {
      seen.add(entry)
      return []
    }
    return [{ path: `winnings.${index}.entryId`, message: texts.entryTwice }]
  })
}

const missing = missingMessages({
  winnings: texts.winningsRequired,
  entryId: texts.entryRequired,
  amount: texts.amountRequired,
})

export const proposedResults = alsoCheck(type({ winnings }).configure(...missing), namedTwice)

/** Omitted entries won nothing. */
export const newResults = alsoCheck(
  type({
    winnings,
    'preview?': string(texts.previewInvalid).narrow(matches(/^[0-9a-f]{64}$/, texts.previewInvalid)),
  }).configure(...missing),
  namedTwice,
)

const reference = optionalLine(textRules.reference)

export const paidPayout = type({ 'reference?': reference })

export const paidPayouts = type({
  payouts: id<'payout'>(texts.payoutsRequired)
    .array()
    .narrow(
      checked({}, (ids: readonly string[]) => {
        if (ids.length === 0) return texts.payoutsRequired
        return ids.length <= limits.payoutsAtOnce ? null : texts.payoutsTooMany
      }),
    )
    .configure({ message: () => texts.payoutsRequired }, { kind: 'proto' }),
  'reference?': reference,
}).configure(...missingMessages({ payouts: texts.payoutsRequired }))

export const unpaidPayout = type({
  'reason?': optionalLine(textRules.reason),
})

export const newPayoutDetails = type({
  kind: type.enumerated(...payoutMethods).configure({ message: () => texts.methodInvalid }, 'self'),
  details: lines(textRules.payoutDetails),
}).configure(...missingMessages({ kind: texts.methodInvalid, details: textRules.payoutDetails.required }))
