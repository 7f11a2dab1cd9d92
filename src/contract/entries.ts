import { type } from './arktype.ts'
import { textRules, fieldTexts as texts } from './field-texts.ts'
import { cents, hundredths, id, lines, optionalCount, saysMissing } from './fields.ts'
import { flag, type Infer, object, text } from './json-schema.ts'
import { limits } from './limits.ts'

/** As owner or approved crew. */
export const ownEntry = object({ entryId: text, isOwner: flag })
export type OwnEntry = Infer<typeof ownEntry>

const fundingGoal = cents({
  invalid: texts.amountInvalid,
  min: limits.fundingGoalMinCents,
  tooSmall: texts.goalTooSmall,
  max: limits.fundingGoalMaxCents,
  tooLarge: texts.goalTooLarge,
})
/** Hundredths of a percent. */
const payoutPercentage = hundredths(texts.shareInvalid, limits.payoutMax)

/** Default `share`. */
const ifGoalMissed = type("'share' | 'prorate' | 'refund'").configure(
  { message: () => texts.goalRuleInvalid },
  'self',
)

export const newEntry = type({
  boatId: id<'boat'>(texts.boatRequired),
  fundingGoal,
  payoutPercentage,
  'ifGoalMissed?': ifGoalMissed,
}).configure(
  ...saysMissing({
    boatId: texts.boatRequired,
    fundingGoal: texts.goalRequired,
    payoutPercentage: texts.shareRequired,
  }),
)

/** The owner sets terms, the organiser the position; null: by weight. */
export const entryChange = type({
  'fundingGoal?': fundingGoal,
  'payoutPercentage?': payoutPercentage,
  'ifGoalMissed?': ifGoalMissed,
  'currentPosition?': optionalCount(texts.positionInvalid, limits.positionMax),
})

/** The organiser must give a reason once the tournament has started; backers read it. */
export const entryWithdrawal = type({
  'reason?': lines(textRules.refundReason),
})
