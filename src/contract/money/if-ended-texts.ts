import { centsOf, formatMoney } from '../money.ts'
import { resultsText } from '../tournaments/results-state.ts'
import type { ShareIfEnded } from './share-if-ended.ts'

/** @param isOver whether the tournament is; results aren't confirmed yet */
export function shareIfEndedText({ funded, worth }: ShareIfEnded, isOver: boolean): string {
  const money = `Your ${formatMoney(funded)}`
  if (centsOf(worth) === 0)
    return isOver ? `${money} isn’t in the money as the results stand` : `${money} isn’t in the money now`
  return isOver
    ? `${money} is worth ${formatMoney(worth)} as the results stand`
    : `${money} would be worth ${formatMoney(worth)} if it ended now`
}

/** Events that can still change {@link shareIfEndedText}, in sentences. */
export function mayChangeText({ heldAwards }: ShareIfEnded, isOver: boolean): string {
  if (isOver) return `${resultsText('provisional', heldAwards)}.`
  const disputeSentence = heldAwards > 0 ? ' A protest or a hold is open.' : ''
  return `Changes with every weigh-in and new backer.${disputeSentence} Final when results are official.`
}
