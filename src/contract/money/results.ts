import { cents, signedCents } from '../amount-fields.ts'
import { type } from '../arktype.ts'
import type { Issue } from '../errors.ts'
import { textRules } from '../field-texts.ts'
import {
  alsoCheck,
  id,
  lines,
  matches,
  missingMessages,
  objectMessage,
  optionalLine,
  optionalLines,
  ownMessage,
  string,
} from '../fields.ts'
import { isId } from '../ids.ts'
import {
  constant,
  count,
  flag,
  type Infer,
  list,
  money,
  object,
  one,
  orNull,
  signedMoney,
  text,
  time,
} from '../json-schema.ts'
import { limits } from '../limits.ts'
import { insiderRoles } from '../tournaments/goal-rules.ts'
import { resultsStates } from '../tournaments/results-state.ts'
import { payoutTexts as texts } from './payout-texts.ts'
import { entryResult, partOfShare, paymentMode, payoutStatus, resultFields } from './payouts.ts'

const publicAdjustment = object({ entryId: text, amount: signedMoney, reason: text })
/** `reason` null: the first. */
const round = object({
  number: count,
  at: time,
  reason: orNull(text),
  adjustments: list(publicAdjustment),
})

/** Share before confirmation. */
const previewShare = object({
  fundingId: text,
  backer: text,
  contributed: money,
  amount: money,
  status: payoutStatus,
})
export type PreviewShare = Infer<typeof previewShare>

export const resultsPreview = object({
  entries: list(object({ ...resultFields, shares: list(previewShare) }, { sharedWinnings: money })),
  /** An outdated confirmation is refused. */
  preview: text,
})
export type ResultsPreview = Infer<typeof resultsPreview>

/** Preview of a later round. `before`: result of the latest round. Shares are as their backers see them. */
export const roundPreview = object({
  entries: list(
    object(
      {
        ...resultFields,
        before: object({ winnings: money, pool: money }),
        shares: list(
          object({
            fundingId: text,
            backer: text,
            contributed: money,
            before: money,
            change: signedMoney,
            amount: money,
          }),
        ),
      },
      { sharedWinnings: money },
    ),
  ),
  /** An outdated confirmation is refused. */
  preview: text,
})
export type RoundPreview = Infer<typeof roundPreview>

/** Results of a tournament; before the first round `entries` is empty and `settledAt` null. */
export const results = object({
  settledAt: orNull(time),
  entries: list(entryResult),
  state: one(...resultsStates),
  /** Time until captains can protest, or null if they can't. */
  protestsUntil: orNull(time),
  openProtests: count,
  /** Open protests or holds could change who gets them. */
  heldAwards: list(object({ key: text, day: orNull(text) })),
  rounds: list(round),
})
export type Results = Infer<typeof results>

const statementShare = object({
  /** Number in the list, from 1. */
  number: count,
  /** Role of the backer when paying, or null if not an insider. */
  insider: orNull(one(...insiderRoles)),
  /** "3 d before the start". */
  relativeToStart: text,
  contributed: money,
  roundedDown: money,
  extraCent: flag,
  /** Changes by later rounds. */
  changes: list(object({ round: count, amount: signedMoney })),
  amount: money,
  /** The caller's. */
  yours: flag,
})
export type StatementShare = Infer<typeof statementShare>

/** `award`, `category`: keys of the rules. `shared`: backers have a part in it. */
const wonAward = object({
  award: text,
  name: text,
  category: text,
  day: orNull(text),
  place: count,
  tied: flag,
  amount: money,
  shared: flag,
})

/** Round as it concerns one entry. */
const roundOfEntry = object({
  number: count,
  at: time,
  reason: orNull(text),
  winnings: money,
  sharedWinnings: money,
  pool: money,
  adjustments: list(object({ amount: signedMoney, reason: text })),
})

/** Recomputes shares; without names. `roundedDown` and `extraCent` are of the first round. */
export const statement = object(
  {
    ...resultFields,
    /** `ruled`: scored by rules. */
    tournament: object({ id: text, name: text }, { ruled: constant(true) }),
    /** Time when funding closed. */
    closesAt: time,
    settledAt: time,
    /** Days after the end within which winnings are paid, or null if not stated. */
    payoutDays: orNull(count),
    payoutsDueAt: orNull(time),
    /** Null without fundings. */
    mode: orNull(paymentMode),
    formula: object({ pool: text, share: text, rest: text }),
    /** Cents that rounding left over, which the largest remainders got. */
    centsLeftOver: count,
    /** Shares in the order of funding. */
    shares: list(statementShare),
    /** Awards as they were settled last; empty without rules. */
    awards: list(wonAward),
    rounds: list(roundOfEntry),
  },
  {
    sharedWinnings: money,
    /** Backers have no part in some of the boat's pots. */
    partlyShared: constant(true),
    /** The boat's winnings may change, so that unpaid shares wait. */
    underReview: constant(true),
  },
)
export type Statement = Infer<typeof statement>

const amount = cents({ max: limits.prizePoolMaxCents, tooLarge: texts.amountTooLarge })
const winnings = type({ entryId: id<'entry'>(texts.entryRequired, isId), amount })
  .configure(...objectMessage(texts.lineInvalid))
  .array()
  .atMostLength(limits.winnings)
  .configure({ message: () => texts.winningsRequired }, { kind: 'proto' })
  .configure({ message: () => texts.winningsTooMany }, { kind: 'maxLength' })

function repeatIssues({ winnings: items }: Record<string, unknown>): Issue[] {
  if (!Array.isArray(items) || items.length > limits.winnings) return []
  const entryIds = new Set<unknown>()
  return items.flatMap((line: unknown, index): Issue[] => {
    const entry = typeof line === 'object' && line !== null && 'entryId' in line ? line.entryId : undefined
    if (entry === undefined || !entryIds.has(entry)) {
      entryIds.add(entry)
      return []
    }
    return [{ path: `winnings.${index}.entryId`, message: texts.entryTwice }]
  })
}

const adjustment = type({
  entryId: id<'entry'>(texts.entryRequired, isId),
  amount: signedCents(limits.prizePoolMaxCents, texts.amountTooLarge),
  reason: lines(textRules.ruling),
})
  .configure(...ownMessage(texts.adjustmentsInvalid))
  .array()
  .atMostLength(limits.adjustments)
  .configure(...ownMessage(texts.adjustmentsInvalid))

const missingTexts = {
  winnings: texts.winningsRequired,
  entryId: texts.entryRequired,
  amount: texts.amountRequired,
  reason: textRules.ruling.required,
}
const missing = missingMessages(missingTexts)

/**
 * `winnings`: without rules only, and then required; omitted entries won nothing. `adjustments`: with rules only; they
 * are added to what the awards give, and replace those of the round before.
 */
const inputFields = { 'winnings?': winnings, 'adjustments?': adjustment } as const
const preview = string(texts.previewInvalid).narrow(matches(/^[0-9a-f]{64}$/, texts.previewInvalid))

export const proposedResults = alsoCheck(type(inputFields).configure(...missing), repeatIssues)

export const newResults = alsoCheck(
  type({ ...inputFields, 'preview?': preview }).configure(...missing),
  repeatIssues,
)

export const proposedRound = alsoCheck(
  type({ ...inputFields, 'reason?': optionalLines(textRules.reason) }).configure(...missing),
  repeatIssues,
)

/** Everyone reads the reason. */
export const newRound = alsoCheck(
  type({ ...inputFields, reason: lines(textRules.ruling), preview }).configure(
    ...missingMessages({ ...missingTexts, preview: texts.previewInvalid }),
  ),
  repeatIssues,
)

/** The amount to return that the sender saw, so that a repeated request is refused. */
const toReturn = { 'toReturn?': partOfShare } as const

export const returnedShare = type({
  amount: partOfShare,
  ...toReturn,
  'reference?': optionalLine(textRules.reference),
}).configure(...missingMessages({ amount: texts.returnedTooSmall }))

export const waivedShare = type({
  amount: partOfShare,
  ...toReturn,
  reason: lines(textRules.handoverReason),
}).configure(
  ...missingMessages({ amount: texts.returnedTooSmall, reason: textRules.handoverReason.required }),
)
