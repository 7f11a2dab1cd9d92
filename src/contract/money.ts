import { groupDigits, sum } from './numbers.ts'

/** `125000` → `"1250.00"`. @param cents whole, not negative */
export function formatCents(cents: number): string {
  if (cents < 0) return `-${formatCents(-cents)}`
  const whole = Math.floor(cents / 100)
  return `${whole}.${String(cents % 100).padStart(2, '0')}`
}

/** `"1250.00"` → `"$1,250.00"`, without a float; `"—"` when it is no amount. */
export function exactMoney(amount: string): string {
  const match = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(amount.trim())
  if (!match) return '—'
  const [, sign = '', dollars = '0', fraction = ''] = match
  const digits = `${groupDigits(dollars)}.${fraction.padEnd(2, '0').slice(0, 2)}`
  return `${sign && digits !== '0.00' ? '−' : ''}$${digits}`
}

/** `"1250.00"` → `"$1,250"`, `"0.50"` → `"$0.50"`; `"—"` when it is no amount. */
export const formatMoney = (amount: string): string => exactMoney(amount).replace(/\.00$/, '')

/** `123450` → `"$1,234.50"`, `2500` → `"$25"`. @param cents whole, not negative */
export const dollars = (cents: number): string => formatMoney(formatCents(cents))

/** Formats cents with their sign: `+$5.00`. @param cents may be negative */
export function formatNet(cents: number): string {
  const sign = cents > 0 ? '+' : cents < 0 ? '−' : ''
  return sign + exactMoney(formatCents(Math.abs(cents)))
}

/** Returns the cents of a decimal amount with a sign, such as `-5.00`. */
export const signedCentsOf = (amount: string): number =>
  amount.startsWith('-') ? -centsOf(amount.slice(1)) : centsOf(amount)

/** Exact sum of decimal dollars. */
export const sumOf = (amounts: readonly string[]): string => formatCents(sum(amounts.map(centsOf)))

/** Whole percent; 100 only when fully funded. @param raised decimal dollars, as the goal */
export function fundedPercent(raised: string, goal: string): number {
  const [raisedCents, goalCents] = [centsOf(raised), centsOf(goal)]
  if (goalCents <= 0) return 0
  if (raisedCents >= goalCents) return 100
  return Math.min(99, Math.round((raisedCents * 100) / goalCents))
}

/** `"1250.00"` → `125000`. @throws RangeError */
export function centsOf(decimal: string): number {
  if (!/^\d+\.\d{2}$/.test(decimal)) throw new RangeError(`not an amount: ${decimal}`)
  return Number(decimal.replace('.', ''))
}

/**
 * Parses `64.1` or `"64.10"` → `6410`, exactly.
 * @returns null: more than two places, a sign, an exponent or not a number
 */
export function hundredthsOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(value))
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
