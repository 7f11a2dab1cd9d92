import { cents, hundredths } from '../amount-fields.ts'
import { type } from '../arktype.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import {
  id,
  line,
  lines,
  messageFor,
  missingMessages,
  objectMessage,
  optionalCount,
  yesOrNo,
} from '../fields.ts'
import { flag, type Infer, list, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { email } from '../people/auth.ts'
import { insiderRoles } from './goal-rules.ts'
import { scoringLimits } from './scoring/scoring-limits.ts'

/** The viewer's role for an entry, or null. `barred`: the role and the start of the tournament rule out fundings. */
export const ownInsider = object({ insider: orNull(one(...insiderRoles)), barred: flag })
export type OwnInsider = Infer<typeof ownInsider>

/** Entry that the reader owns or crews (approved). */
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

/** Keys of pots whose awards backers share; `all`: everything that the boat wins. */
const sharedPots = type("'all'")
  .or(type('string').array().atMostLength(scoringLimits.pots))
  .pipe((value): string[] | null => (value === 'all' ? null : [...new Set(value)]))
  .configure(...messageFor(texts.sharedPotsInvalid))

const goalPart = type({
  name: line(textRules.goalPart),
  amount: cents({ min: 1, max: limits.fundingGoalMaxCents, tooLarge: texts.goalTooLarge }),
}).configure(...missingMessages({ name: textRules.goalPart.required, amount: texts.amountInvalid }))

/** Costs that make up the goal, or null if not stated. */
const goalParts = goalPart
  .array()
  .atMostLength(limits.goalParts)
  .or('null')
  .configure(...messageFor(texts.goalPartsInvalid))

/** Terms that only tournaments with pots have. */
const potTerms = { 'sharedPots?': sharedPots, 'goalParts?': goalParts } as const

/** Terms as a page shows them, in the form of an entry. */
export const shownTerms = type({
  fundingGoal,
  payoutPercentage,
  ifGoalMissed,
  'sharedPots?': sharedPots,
})
  .configure(
    ...missingMessages({
      fundingGoal: texts.goalRequired,
      payoutPercentage: texts.shareRequired,
      ifGoalMissed: texts.goalRuleInvalid,
    }),
  )
  .configure(...objectMessage(texts.termsInvalid))
export type ShownTerms = typeof shownTerms.infer

export const newEntry = type({
  boatId: id<'boat'>(texts.boatRequired),
  fundingGoal,
  payoutPercentage,
  'ifGoalMissed?': ifGoalMissed,
  ...potTerms,
  'potsWanted?': type('string')
    .array()
    .atMostLength(scoringLimits.pots)
    .configure(...messageFor(texts.potsInvalid)),
}).configure(
  ...missingMessages({
    boatId: texts.boatRequired,
    fundingGoal: texts.goalRequired,
    payoutPercentage: texts.shareRequired,
  }),
)

/** Change of an entry: the owner sets terms, the organiser the position, or null to rank by weight. */
export const entryChange = type({
  'fundingGoal?': fundingGoal,
  'payoutPercentage?': payoutPercentage,
  'ifGoalMissed?': ifGoalMissed,
  ...potTerms,
  'currentPosition?': optionalCount(texts.positionInvalid, limits.positionMax),
})

/** The organiser must give a reason once the tournament has started; backers read it. */
export const entryWithdrawal = type({
  'reason?': lines(textRules.refundReason),
})

const listedName = (rule: { required: string }) =>
  line({ required: rule.required, max: limits.listedNameMax, tooLong: texts.listedNameTooLong })

/** A boat that an organiser enters for its captain. Without `email` no link is sent. */
const listedBoat = type({
  name: listedName(textRules.boatName),
  captainName: listedName(textRules.captainName),
  'email?': email,
  fundingGoal,
  payoutPercentage,
  'ifGoalMissed?': ifGoalMissed,
}).configure(
  ...missingMessages({
    name: textRules.boatName.required,
    captainName: textRules.captainName.required,
    fundingGoal: texts.goalRequired,
    payoutPercentage: texts.shareRequired,
  }),
)

/** `preview`: enters nothing. */
export const newBoatList = type({
  boats: listedBoat
    .configure(...objectMessage(texts.boatListInvalid))
    .array()
    .atLeastLength(1)
    .atMostLength(limits.listedBoats)
    .configure({ message: () => texts.boatListInvalid }, { kind: 'proto' })
    .configure({ message: () => texts.boatListInvalid }, { kind: 'minLength' })
    .configure({ message: () => texts.boatListInvalid }, { kind: 'maxLength' }),
  'preview?': yesOrNo,
}).configure(...missingMessages({ boats: texts.boatListInvalid }))

/**
 * Boats in the list's order. `known`: entered already, so left as it is.
 * `mailed`: false without an address, or when too many mails wait.
 */
export const boatList = object({
  boats: list(object({ name: text, captainName: text, known: flag, mailed: flag })),
})
export type BoatList = Infer<typeof boatList>

/** Sends the captain a link; the former one stops working. Without `email` to the former address. */
export const captainInvitation = type({ 'email?': email })

/** Link for the captain, shown once; the former link stops working. `qrCode`: SVG. */
export const captainLink = object({ link: text, qrCode: text, expiresAt: time })
export type CaptainLink = Infer<typeof captainLink>
