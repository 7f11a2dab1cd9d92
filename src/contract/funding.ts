import { type } from 'arktype'
import { limited } from './described.ts'
import { id, lines, optionalId, optionalLines, required, saysMissing } from './fields.ts'
import { fundingTexts as texts } from './funding-texts.ts'
import { isIntentId } from './ids.ts'
import { limits } from './limits.ts'
import { hundredthsOf } from './money.ts'
import type { PaymentMode } from './payment-mode.ts'
import type { PayoutStatus } from './payouts.ts'
import type { TournamentStatus } from './tournaments.ts'

/** `pending`: being paid or checked, or (with `refund`) paid too late and on its way back. */
export type FundingStatus = 'pending' | 'completed' | 'refunded' | 'failed'

/** Money that goes back. `failed`: nobody tries any more until the organiser says so. */
export interface Refund {
  status: 'pending' | 'done' | 'failed'
  /** Why, in words for the backer. */
  reason: string
  /** ISO 8601; null: not yet. */
  refunded_at: string | null
}

/** What became of a backer's share of the winnings; `none` where the boat won nothing. */
export interface FundingPayout {
  /** Decimal dollars with two places. */
  amount: string
  status: PayoutStatus
}

/** `GET /api/funding/my`, `POST /api/funding`: one payment, as its backer sees it. */
export interface Funding {
  id: string
  /** Decimal dollars with two places: what is left of the payment, where a part of it was given back. */
  amount: string
  /** That part; null: none. */
  given_back: string | null
  status: FundingStatus
  created_at: string
  message: string | null
  /** Of the captain. */
  reply: string | null
  replied_at: string | null
  mode: PaymentMode
  /** Why it doesn't count, in words: it was paid in another payment mode than the site runs in. Null: it may count. */
  not_counted: string | null
  refund: Refund | null
  tournament_entry: {
    id: string
    current_funding: string
    funding_goal: string
    /** Percent of the winnings that goes to the backers. */
    payout_percentage: number
    boat: { id: string; name: string; captain_name: string }
    tournament: { id: string; name: string; location: string | null; status: TournamentStatus }
  }
  payout: FundingPayout | null
}

/** `POST /api/create-payment-intent` */
export interface CreatedIntent {
  /** `pi_…_secret_…`; what stands before `_secret` is the payment's id. */
  clientSecret: string
}

/** `GET /api/funding/intent/:intentId`: what became of a payment of one's own, asked of the provider. */
export interface IntentState {
  /** `unpaid`: nothing was charged yet. `checking`: the provider does not answer; the record follows by itself. */
  state: 'unpaid' | 'checking' | 'recorded' | 'refunding' | 'failed'
  /** What to do, in words. */
  message: string
  entryId: string | null
  /** The record, where there is one. */
  funding: Funding | null
}

/** `GET /api/tournament-entries/:id/backers`: one payment, as the boat's owner sees it; the newest first. */
export interface Backer {
  /** Of the funding. */
  id: string
  /** `Bo Lindqvist`; "A backer" who has no name or whose account is deleted. */
  name: string
  amount: string
  status: 'completed' | 'refunded'
  created_at: string
  message: string | null
  reply: string | null
  replied_at: string | null
}

/** `GET /api/tournaments/:id/fundings`: one payment, as the organiser sees it; the newest first. */
export interface OrganiserFunding {
  id: string
  backer: string
  amount: string
  /** What was given back besides, while the amount stays; null: nothing. */
  given_back: string | null
  status: FundingStatus
  created_at: string
  entry: { id: string; boat: string }
  refund: (Refund & { /** What the provider said last. */ error: string | null }) | null
  mode: PaymentMode
  /** As {@link Funding.not_counted}. */
  not_counted: string | null
  /** The backer's bank asks for the money back: its share is frozen. */
  disputed: boolean
}

/** `GET /api/tournaments/:id/refunds`: how far a cancellation or withdrawals have come. */
export interface RefundProgress {
  total: number
  refunded: number
  pending: number
  /** The last try said no. Most are tried again by themselves; `refund.status` is `failed` where nobody does any more. */
  failed: number
  /** Decimal dollars with two places. */
  total_amount: string
  refunded_amount: string
  /** Those that failed, at most 100, the newest first. */
  failures: OrganiserFunding[]
}

const amount = type('number | string')
  .narrow(
    limited(
      { minimum: 0.01, maximum: limits.fundingMaxCents / 100, pattern: '^\\d{1,13}(\\.\\d{1,2})?$' },
      (value: number | string, ctx) => {
        const message = judgeAmount(value)
        return message === null || ctx.reject({ message })
      },
    ),
  )
  .pipe(value => hundredthsOf(value) ?? 0)
  .configure({ message: () => texts.amountInvalid }, 'references')

/** The minimum of an entry follows from what remains; here only what can never be right. */
function judgeAmount(value: number | string): string | null {
  if (value === '') return texts.amountRequired
  const cents = hundredthsOf(value)
  if (cents === null)
    return /^-\d+(\.\d{1,2})?$/.test(String(value)) ? texts.amountTooSmall : texts.amountInvalid
  if (cents === 0) return texts.amountTooSmall
  return cents <= limits.fundingMaxCents ? null : texts.amountTooLarge
}

const message = optionalLines({ max: limits.fundingMessageMax, tooLong: texts.messageTooLong })

/** `POST /api/create-payment-intent`. Older clients send only the amount. */
export const newIntent = type({
  amount,
  'tournamentEntryId?': optionalId<'entry'>(texts.entryRequired),
  'message?': message,
}).configure({ message: saysMissing({ amount: texts.amountRequired }) }, required)

/** `POST /api/funding` */
export const newFunding = type({
  tournamentEntryId: id<'entry'>(texts.entryRequired),
  amount,
  stripePaymentIntentId: type('string')
    .configure({ message: () => texts.intentRequired }, 'self')
    .narrow(
      limited(
        { pattern: '^pi_[A-Za-z0-9_]{1,200}$' },
        (value, ctx) => isIntentId(value) || ctx.reject({ message: texts.intentInvalid }),
      ),
    ),
  'message?': message,
}).configure(
  {
    message: saysMissing({
      tournamentEntryId: texts.entryRequired,
      amount: texts.amountRequired,
      stripePaymentIntentId: texts.intentRequired,
    }),
  },
  required,
)

/** `POST /api/tournament-entries/:id/backers/:fundingId/reply` */
export const backerReply = type({
  reply: lines({ required: texts.replyRequired, max: limits.fundingMessageMax, tooLong: texts.replyTooLong }),
}).configure({ message: saysMissing({ reply: texts.replyRequired }) }, required)

/** `GET /api/funding/my.csv` */
export const csvYear = type({
  year: type('string')
    .narrow(
      limited(
        { pattern: '^2\\d{3}$' },
        (value, ctx) => /^2\d{3}$/.test(value) || ctx.reject({ message: texts.yearInvalid }),
      ),
    )
    .pipe(Number),
}).configure({ message: saysMissing({ year: texts.yearInvalid }) }, required)
