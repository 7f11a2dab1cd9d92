import { limits } from '../limits.ts'
import { dollars } from '../money.ts'
import { fundingTexts as texts } from './funding-texts.ts'

interface AmountRefusal {
  /** `taken`: refused because of earlier fundings. */
  kind: 'amount' | 'taken'
  message: string
  /** Accepted cents. */
  instead: number[]
}

/**
 * Checks that the amount is at least $10, or the rest, and leaves $0 or at least $1 open. Returns null if it
 * is payable.
 * @param cents whole cents
 * @param remaining unfunded cents
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
    const instead = refuseAmount(min, remaining)?.instead ?? [min]
    return { kind: 'amount', message: texts.amountTooSmall, instead }
  }
  if (remaining - cents >= leftMin) return null
  const instead = [remaining - leftMin, remaining].filter(amount => amount >= min)
  return {
    kind: 'taken',
    message: `That would leave ${dollars(remaining - cents)}, which is too little to fund. Please fund ${instead.map(amount => dollars(amount)).join(' or ')}.`,
    instead,
  }
}
