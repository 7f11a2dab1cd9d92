/** Money is integer cents inside, and a decimal string with two places on the wire. Plain module: no schema. */

/** `125000` → `"1250.00"`. @param cents a whole number, not negative */
export function formatCents(cents: number): string {
  const whole = Math.floor(cents / 100)
  return `${whole}.${String(cents % 100).padStart(2, '0')}`
}

/** Whole percent that is funded, rounded; 100 only when every cent is there, so that nothing reads "fully funded" too early. */
export function fundedPercent(raisedCents: number, goalCents: number): number {
  if (goalCents <= 0) return 0
  if (raisedCents >= goalCents) return 100
  return Math.min(99, Math.round((raisedCents * 100) / goalCents))
}

/** `"1250.00"` → `125000`, for what our own API answered. @throws RangeError for anything else */
export function centsOf(decimal: string): number {
  if (!/^\d+\.\d{2}$/.test(decimal)) throw new RangeError(`not an amount: ${decimal}`)
  return Number(decimal.replace('.', ''))
}

/**
 * What somebody typed or a program sent, as hundredths: `64.1`, `"64.10"` → `6410`. Exact, because a number is read by
 * its digits and never multiplied. Null for more than two places, a sign, an exponent, a thing that is no number.
 */
export function hundredthsOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(value))
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
