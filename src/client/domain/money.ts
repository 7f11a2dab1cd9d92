import { centsOf, formatCents } from '#contract/money.ts'
import { grouped, sum } from '#contract/numbers.ts'

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Formats decimal dollars without a float. Omits `.00` unless `cents`. */
export function formatMoney(amount: string | number, options: { cents?: boolean | undefined } = {}): string {
  const text = typeof amount === 'number' ? amount.toFixed(2) : amount.trim()
  const match = DECIMAL.exec(text)
  if (!match) return '—'
  const [, sign = '', whole = '0', fraction = ''] = match
  const cents = fraction.padEnd(2, '0').slice(0, 2)
  const shown = options.cents || cents !== '00' ? `.${cents}` : ''
  const dollars = whole.replace(/^0+(?=\d)/, '')
  return `${sign && (shown || dollars !== '0') ? '−' : ''}$${grouped(dollars)}${shown}`
}

/** With its sign. @param cents may be negative */
export function formatNet(cents: number): string {
  const sign = cents > 0 ? '+' : cents < 0 ? '−' : ''
  return sign + formatMoney(formatCents(Math.abs(cents)), { cents: true })
}

/** Exact sum of decimal dollars. */
export const sumOf = (amounts: readonly string[]): string => formatCents(sum(amounts.map(centsOf)))
