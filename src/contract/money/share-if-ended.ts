import { count, type Infer, money, object, text } from '../json-schema.ts'
import { centsOf, formatMoney } from '../money.ts'
import { resultsText } from '../tournaments/results-state.ts'

const fields = {
  /** Of one's fundings of the entry that count. */
  funded: money,
  /** One's share of the winnings if the tournament ended now; once it is over, as the results stand. */
  worth: money,
  /** Awards that open protests or holds could change. */
  heldAwards: count,
}

/** Absent where nothing tells what a place earns, before the start, and with results. */
export const shareIfEnded = object(fields)
export type ShareIfEnded = Infer<typeof shareIfEnded>

export const ownShare = object({ entryId: text, ...fields })
export type OwnShare = Infer<typeof ownShare>

/** @param isOver whether the tournament is; results aren't confirmed yet */
export function shareIfEndedText({ funded, worth }: ShareIfEnded, isOver: boolean): string {
  const money = `Your ${formatMoney(funded)}`
  if (centsOf(worth) === 0)
    return isOver ? `${money} isn’t in the money as the results stand` : `${money} isn’t in the money now`
  return isOver
    ? `${money} is worth ${formatMoney(worth)} as the results stand`
    : `${money} would be worth ${formatMoney(worth)} if it ended now`
}

/** What can still change {@link shareIfEndedText}, in sentences. */
export function mayChangeText({ heldAwards }: ShareIfEnded, isOver: boolean): string {
  if (isOver) return `${resultsText('provisional', heldAwards)}.`
  const held = heldAwards > 0 ? ' A protest or a hold is open.' : ''
  return `Changes with every weigh-in and new backer.${held} Final when results are official.`
}
