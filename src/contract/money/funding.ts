import { type } from '../arktype.ts'
import { textRules } from '../field-texts.ts'
import {
  id,
  lines,
  makeCheck,
  matches,
  messageFor,
  missingMessages,
  optionalId,
  optionalLines,
  string,
} from '../fields.ts'
import { intentIdPattern } from '../ids.ts'
import {
  constant,
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
import { hundredthsOf } from '../money.ts'
import { shownTerms } from '../tournaments/entries.ts'
import { insiderRoles } from '../tournaments/goal-rules.ts'
import { entryScore } from '../tournaments/scores.ts'
import { goalRule, tournamentStatus } from '../tournaments/tournaments.ts'
import { fundingTexts as texts } from './funding-texts.ts'
import { paymentMode, payoutStatus } from './payouts.ts'
import { shareIfEnded } from './share-if-ended.ts'

/** `pending`: in progress, or (with `refund`) paid too late. */
const fundingStatus = one('pending', 'completed', 'refunded', 'failed')
export type FundingStatus = Infer<typeof fundingStatus>

const refund = object({
  /** `failed`: retried only on request. */
  status: one('pending', 'done', 'failed'),
  reason: text,
  refunded_at: orNull(time),
})
export type Refund = Infer<typeof refund>

/** `none`: no winnings. */
const fundingPayout = object(
  { amount: money, status: payoutStatus },
  {
    /** Rest of the amount. Present where a later round raised what was paid. */
    due: money,
    /** Present where a later round lowered what was paid. */
    to_return: money,
    /** Date by which it is paid, where rules count that from the round that settled it. */
    due_at: time,
    /** The boat's winnings may change, so that the share waits unless it is paid. */
    under_review: constant(true),
  },
)
export type FundingPayout = Infer<typeof fundingPayout>

/** Funding as its backer sees it. */
export const funding = object(
  {
    id: text,
    /** Net of a partial refund. */
    amount: money,
    /** Partial refund. */
    given_back: orNull(money),
    status: fundingStatus,
    created_at: time,
    message: orNull(text),
    /** Reply of the captain. */
    reply: orNull(text),
    replied_at: orNull(time),
    mode: paymentMode,
    not_counted: orNull(text),
    refund: orNull(refund),
    /** Version of the Terms of Service in force when the payment was begun, or null if unknown. */
    terms_version: orNull(count),
    tournament_entry: object(
      {
        id: text,
        current_funding: money,
        funding_goal: money,
        payout_percentage: number,
        /** Goal rule that the backer agreed to, with the percentage. */
        if_goal_missed: goalRule,
        /** Time when funding closes or closed. */
        closes_at: time,
        current_position: orNull(count),
        /** JSON, as in an entry. */
        best_catch: orNull(text),
        boat: object({ id: text, name: text, captain_name: text }),
        tournament: object(
          {
            id: text,
            name: text,
            location: orNull(text),
            status: tournamentStatus,
            end_date: time,
            /** Days after the end within which winnings are paid, or null if not stated. */
            payout_days: orNull(count),
            payouts_due_at: orNull(time),
            /** Null if unknown. */
            organiser_name: orNull(text),
          },
          /** Scored by rules. */
          { ruled: constant(true) },
        ),
      },
      /** `score` as in an entry. `partly_shared`: backers have no part in some of its pots. */
      { score: entryScore, partly_shared: constant(true) },
    ),
    payout: orNull(fundingPayout),
  },
  /** Share of this funding. */
  { if_ended: shareIfEnded },
)
export type Funding = Infer<typeof funding>

/** Totals in the server's payment mode, without refunded money; modes are never added up. */
export const fundingTotals = object({
  funded: money,
  boats: count,
  tournaments: count,
  /** Winnings from settled entries, paid or owed. */
  won: money,
  /** Sums of entries with results; `owed` is the part of `out` that isn't paid yet. */
  settled: object({ in: money, out: money, owed: money }),
  /** Years (UTC) with any payment, latest first. */
  years: list(text),
})
export type FundingTotals = Infer<typeof fundingTotals>

/** `pi_…_secret_…`; begins with the payment's id. */
export const createdIntent = object({ clientSecret: text })

export const intentState = object({
  /** `unpaid`: not charged. `checking`: the provider doesn't answer, or the payment is paid and names no entry yet. */
  state: one('unpaid', 'checking', 'recorded', 'refunding', 'failed'),
  message: text,
  entryId: orNull(text),
  funding: orNull(funding),
})
export type IntentState = Infer<typeof intentState>

/** Role of the backer when paying, or null if not an insider. */
const insider = orNull(one(...insiderRoles))

/** Funding as the boat's owner sees it. */
export const backer = object({
  id: text,
  /** "A backer" if unknown or deleted. */
  name: text,
  amount: money,
  status: one('completed', 'refunded'),
  insider,
  created_at: time,
  message: orNull(text),
  reply: orNull(text),
  replied_at: orNull(time),
})
export type Backer = Infer<typeof backer>

/** Funding as the organiser sees it. */
export const organiserFunding = object(
  {
    id: text,
    backer: text,
    insider,
    /** Net of a partial refund. */
    amount: money,
    /** Partial refund. */
    given_back: orNull(money),
    status: fundingStatus,
    created_at: time,
    entry: object({ id: text, boat: text }),
    refund: orNull(object({ ...refund.properties, error: orNull(text) })),
    mode: paymentMode,
    not_counted: orNull(text),
    disputed: flag,
  },
  /** Money of the entry that was handed over and refunded besides. */
  { shortfall: money },
)
export type OrganiserFunding = Infer<typeof organiserFunding>

const heldMoney = {
  /** Sum of counted fundings. */
  raised: money,
  /** Refunds to backers of the boat, also partial ones. */
  refunded: money,
  /** Counted fundings with a refund on its way. */
  refunding: money,
  handedOver: money,
  /** Counted money that isn't handed over. */
  held: money,
  /** Money that was handed over and refunded besides. */
  shortfall: money,
}
/** Totals for the organiser, with withdrawn boats that raised money. */
export const tournamentFundingTotals = object({
  ...heldMoney,
  /** Parts of `held` by days since payment; money that was paid first is handed over first. */
  heldFor: object({ upTo30Days: money, upTo90Days: money, longer: money }),
  entries: list(object({ entryId: text, boat: text, withdrawn: flag, ...heldMoney })),
})
export type TournamentFundingTotals = Infer<typeof tournamentFundingTotals>

export const refundProgress = object({
  total: count,
  refunded: count,
  pending: count,
  /** Retried unless `refund.status` is `failed`. */
  failed: count,
  total_amount: money,
  refunded_amount: money,
  /** At most 100 failed refunds, newest first. */
  failures: list(organiserFunding),
})
export type RefundProgress = Infer<typeof refundProgress>

export const webhookReceived = object({ received: constant(true) })

const amount = type('number | string')
  .narrow(
    makeCheck(
      { minimum: 0.01, maximum: limits.fundingMaxCents / 100, pattern: '^\\d{1,13}(\\.\\d{1,2})?$' },
      amountProblem,
    ),
  )
  .pipe(value => hundredthsOf(value) ?? 0)
  .configure(...messageFor(texts.amountInvalid, texts.amountRequired))

/** Accepts any amount from one cent: the minimum depends on the entry, so the route checks it. */
function amountProblem(value: number | string): string | null {
  if (typeof value === 'string' && value.trim() === '') return texts.amountRequired
  const cents = hundredthsOf(value)
  if (cents === null)
    return /^-\d+(\.\d{1,2})?$/.test(String(value)) ? texts.amountTooSmall : texts.amountInvalid
  if (cents === 0) return texts.amountTooSmall
  return cents <= limits.fundingMaxCents ? null : texts.amountTooLarge
}

const message = optionalLines(textRules.fundingMessage)

/** Older clients omit others. `terms`: as the backer saw them; answers 409 if they are worse now. */
export const newIntent = type({
  amount,
  'tournamentEntryId?': optionalId<'entry'>(texts.entryRequired),
  'message?': message,
  'terms?': shownTerms,
}).configure(...missingMessages({ amount: texts.amountRequired }))

export const newFunding = type({
  tournamentEntryId: id<'entry'>(texts.entryRequired),
  amount,
  stripePaymentIntentId: string(texts.intentRequired).narrow(matches(intentIdPattern, texts.intentInvalid)),
  'message?': message,
}).configure(
  ...missingMessages({
    tournamentEntryId: texts.entryRequired,
    amount: texts.amountRequired,
    stripePaymentIntentId: texts.intentRequired,
  }),
)

export const backerReply = type({
  reply: lines(textRules.fundingReply),
}).configure(...missingMessages({ reply: textRules.fundingReply.required }))

export const thanksSent = object({
  /** Fundings that had no reply. */
  fundings: count,
})

export const csvYear = type({
  year: type('string')
    .narrow(matches(/^2\d{3}$/, texts.yearInvalid))
    .pipe(Number),
}).configure(...missingMessages({ year: texts.yearInvalid }))
