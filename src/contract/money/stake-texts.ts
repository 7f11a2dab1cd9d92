import { dollars } from '../money.ts'
import { countText } from '../numbers.ts'
import type { GoalRule } from '../tournaments/goal-rules.ts'
import { fundingTexts as texts } from './funding-texts.ts'
import { basisPointsOf, poolOf } from './shares.ts'

/** Time within which the organiser pays winnings. */
export interface PayoutPromise {
  /** Days after the tournament's end, or after what `paidAfter` names. */
  days: number
  /** The last day, in words: "Dec 12, 2026". Null with rules before results are confirmed, which days count from. */
  by: string | null
}

/** Terms that a backer agrees to. */
export interface StakeTerms {
  boat: string
  tournament: string
  /** Name of the organiser, or null if unknown. */
  organiser: string | null
  ifGoalMissed: GoalRule
  /** Percent to backers. */
  payoutPercentage: number
  /** Cents. */
  goal: number
  /** Time when funding closes, in words: "Friday 6 AM". */
  closes: string
  /** Time when the tournament ends, in words. */
  ends: string
  /** Null if not stated. */
  winningsPaid: PayoutPromise | null
  /** Start of its days. Default: the end. */
  paidAfter?: string | undefined
  /** The share waits while results are under review. */
  dateStandsStill?: boolean | undefined
  /** Backers have no part in some of the boat's pots. */
  isPartlyShared?: boolean | undefined
}

const winningsOf = ({ isPartlyShared }: Pick<StakeTerms, 'isPartlyShared'>): string =>
  isPartlyShared ? 'the winnings that are shared' : 'the winnings'

/**
 * Returns the percentage of the winnings that $100 buys at a `goal`
 * in cents with `percent` for backers: `"0.40 %"`.
 */
export function percentPerHundred(percent: number, goal: number): string {
  const terms = { basisPoints: basisPointsOf(percent), rule: 'prorate', goal } as const
  const millionths = poolOf(100 * 1_000_000, terms, 100_00)
  const places = millionths % 10_000 === 0 || millionths >= 100_000 ? 2 : 4
  return `${(millionths / 1_000_000).toFixed(places)} %`
}

/** The backers' share, and the outcome of a missed goal. */
export function goalRuleSentence(
  terms: Pick<StakeTerms, 'ifGoalMissed' | 'payoutPercentage' | 'goal' | 'closes' | 'isPartlyShared'>,
): string {
  switch (terms.ifGoalMissed) {
    case 'share':
      return `Backers share ${terms.payoutPercentage} % of ${winningsOf(terms)}, whatever is raised.`
    case 'prorate':
      return `Each $100 buys ${percentPerHundred(terms.payoutPercentage, terms.goal)} of ${winningsOf(terms)}.`
    case 'refund':
      return `If ${dollars(terms.goal)} isn't raised by ${terms.closes}, everyone gets their money back.`
  }
}

/** Details of a missed goal that {@link goalRuleSentence} leaves open. */
export function missedGoalSentence(terms: StakeTerms): string {
  const { boat, ifGoalMissed, payoutPercentage, goal } = terms
  switch (ifGoalMissed) {
    case 'share':
      return `If ${dollars(goal)} isn't raised, ${boat} fishes anyway, and nothing is refunded.`
    case 'prorate':
      return `If ${dollars(goal)} isn't raised, ${boat} fishes anyway: the backers' part of ${winningsOf(terms)} is smaller, yours stays the same, and nothing is refunded.`
    case 'refund':
      return `If it is raised, backers share ${payoutPercentage} % of ${winningsOf(terms)}, in proportion to what they put in.`
  }
}

/** Start of a promise's days with rules. */
export const sinceConfirmation = 'the results were confirmed'

/** Returns a sentence with the date of payment. @param after what the days of the promise count from */
export function payoutDateSentence(promise: PayoutPromise | null, after = 'the end'): string {
  return promise === null
    ? 'The organiser has stated no date for paying winnings.'
    : `Winnings are paid ${dateWords(promise, after)}.`
}

function dateWords({ by, days }: PayoutPromise, after = 'the end'): string {
  const time = countText(days, 'day')
  return by === null ? `within ${time} after the results are confirmed` : `by ${by}, ${time} after ${after}`
}

/** A term in a few words, and to the letter. */
export interface StakeTerm {
  short: string
  full: string
}

/** The recipient of the money, and refunds with their times: to be read before paying, and kept with the receipt. */
export function stakeTerms({
  boat,
  tournament,
  organiser,
  ends,
  winningsPaid,
  paidAfter,
  dateStandsStill,
  isPartlyShared,
}: StakeTerms): readonly StakeTerm[] {
  const payoutMethod = 'the way you choose under My Funding'
  function paidTerm(): StakeTerm {
    const short = 'When winnings are paid'
    if (winningsPaid === null)
      return {
        short,
        full: `${payoutDateSentence(null)} They are paid after ${ends}, when the results are confirmed, ${payoutMethod}.`,
      }
    if (dateStandsStill) return { short, full: `${texts.dateStandsStill} Winnings are paid ${payoutMethod}.` }
    return {
      short: winningsPaid.by === null ? 'When winnings are paid' : `Winnings paid by ${winningsPaid.by}`,
      full: `Winnings are paid ${dateWords(winningsPaid, paidAfter)}, ${payoutMethod}.`,
    }
  }
  const scope = isPartlyShared ? ' in the jackpots that it shares' : ''
  return [
    {
      short: 'Who receives your money',
      full: `${organiser ?? 'The organiser'} runs ${tournament}, receives the money, hands it to ${boat}, and pays the winnings.`,
    },
    {
      short: 'Cancelled: all your money back',
      full: `If the tournament is cancelled or ${boat} is withdrawn, you get all your money back.`,
    },
    {
      short: 'No winnings: nothing back',
      full: `If ${boat} wins nothing${scope}, you get nothing back; if it wins little, you get back less than you put in.`,
    },
    paidTerm(),
  ]
}

export const stakeSentences = (terms: StakeTerms): readonly string[] =>
  stakeTerms(terms).map(({ full }) => full)
