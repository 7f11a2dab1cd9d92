import { dollars, fundingTexts as texts } from './funding-texts.ts'
import { limits } from './limits.ts'

/** How much may be paid, said before a round trip and decided by the server. Plain module. */

export interface AmountRefusal {
  /** `taken`: it would be fine if others had not funded already. */
  kind: 'amount' | 'taken'
  message: string
  /** Cents that would be accepted instead; none when nothing is open. */
  instead: number[]
}

/**
 * Whether an amount can be paid toward what remains. At least $10; of a remainder below that, exactly the remainder;
 * nothing that would leave less than $1 open, because nobody could fund that.
 * @param cents whole cents
 * @param remaining goal less what is funded, in cents
 * @returns null: it can
 */
export function refuseAmount(cents: number, remaining: number): AmountRefusal | null {
  const { fundingMinCents: min, fundingLeftMinCents: leftMin } = limits
  if (remaining <= 0) return { kind: 'taken', message: texts.fullyFunded, instead: [] }
  if (cents === remaining) return null
  if (cents > remaining)
    return {
      kind: 'taken',
      message: `Only ${dollars(remaining)} remains until the goal.`,
      instead: [remaining],
    }
  if (remaining < min)
    return {
      kind: 'amount',
      message: `Only ${dollars(remaining)} remains: please fund exactly ${dollars(remaining)}.`,
      instead: [remaining],
    }
  if (cents < min) {
    // The minimum itself may leave too little open.
    const instead = refuseAmount(min, remaining)?.instead ?? [min]
    return { kind: 'amount', message: texts.amountTooSmall, instead }
  }
  if (remaining - cents >= leftMin) return null
  const instead = [remaining - leftMin, remaining].filter(amount => amount >= min)
  return {
    kind: 'taken',
    message: `That would leave ${dollars(remaining - cents)}, which nobody could fund. Please fund ${instead.map(dollars).join(' or ')}.`,
    instead,
  }
}
