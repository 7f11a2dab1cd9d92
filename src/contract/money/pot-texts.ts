import type { GoalRule } from '../tournaments/goal-rules.ts'
import type { BackedPots } from '../tournaments/rulings.ts'

interface Backing {
  boat: string
  /** Percent to backers. */
  payoutPercentage: number
  ifGoalMissed: GoalRule
  /** True once results are confirmed, so that pots are final. */
  isSettled?: boolean
  pots: BackedPots['pots']
}

/** Pots that backers share, and those that the boat is in; none without pots. */
export function potSentences(backing: Backing): string[] {
  return backing.pots.length === 0 ? [] : [sharedSentence(backing), inSentence(backing)]
}

function sharedSentence({ boat, payoutPercentage, ifGoalMissed, pots }: Backing): string {
  const [sharedPots, others] = [pots.filter(pot => pot.shared), pots.filter(pot => !pot.shared)]
  // With the goal rule `prorate` they get less until the goal is reached.
  const percent = ifGoalMissed === 'prorate' ? `up to ${payoutPercentage}` : payoutPercentage
  const part = `Backers share ${percent} % of`
  if (others.length === 0) return `${part} everything ${boat} wins, jackpots included.`
  if (sharedPots.length === 0) return `Backers share none of what ${boat} wins in ${namesOf(others)}.`
  return `${part} what ${boat} wins in ${namesOf(sharedPots)}. They have no part in ${namesOf(others)}.`
}

function inSentence({ boat, isSettled = false, pots }: Backing): string {
  const inPots = pots.filter(({ state }) => state === 'in')
  const names = inPots.map(({ name }) => name).join(', ')
  if (isSettled) return inPots.length === 0 ? `${boat} was in no jackpot.` : `${boat} was in: ${names}.`
  const wantedPots = pots.filter(({ state }) => state === 'wanted')
  const entrySentence = inPots.length === 0 ? `${boat} is in no jackpot yet.` : `${boat} is in: ${names}.`
  return wantedPots.length === 0
    ? entrySentence
    : `${entrySentence} Asked for, not paid yet: ${wantedPots.map(({ name }) => name).join(', ')}.`
}

/** "Entry", "Entry and Level A", "Entry, Level A and Level B" */
function namesOf(pots: Backing['pots']): string {
  const names = pots.map(({ name }) => name)
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

/** @param earliest in words: "Sunday 9 PM", or null if captains can't protest */
export const officialSentence = (earliest: string | null): string =>
  earliest === null
    ? 'If results change after they are confirmed, shares change too, and what was paid too much is asked back.'
    : `Results become official on ${earliest} at the earliest. If they change afterwards, shares change too, and what was paid too much is asked back.`
