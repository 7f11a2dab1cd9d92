import { formatWeight } from '../weight.ts'
import { formatOunces } from './catch-texts.ts'
import type { LogData, LogValue } from './log-chain.ts'

export const logValueText = (value: LogData[string] | undefined): string =>
  value === undefined || value === null || Array.isArray(value) ? '' : String(value)

/** "412.50 lb" → "412.5 lbs", "74 oz" → "4 lb 10 oz", "32.50 in" → "32.5 inches". */
function amountText(value: string): string {
  const [amount, unit] = value.split(' ')
  const number = Number(amount)
  if (unit === 'lb') return formatWeight(number)
  if (unit === 'oz') return formatOunces(number)
  return `${number} inches`
}

/** Returns the measure of a fish of the log in words. */
export function logMeasureText({ weight, length, released }: LogData): string {
  if (released === true) return 'released'
  if (typeof weight === 'string') return amountText(weight)
  return typeof length === 'string' ? amountText(length) : 'not measured'
}

const fieldNames: Record<string, string> = { caughtAt: 'caught', weighedAt: 'weighed' }

/** Returns the name of a field of a correction. */
export const logFieldName = (field: string): string => fieldNames[field] ?? field

/** Returns the value of a field of a correction in words. */
export function logFieldText(field: string, value: LogValue): string {
  if (value === null) return 'none'
  if (field === 'weight' || field === 'length') return amountText(String(value))
  if (field === 'released') return String(value) === 'true' ? 'yes' : 'no'
  if (field === 'caughtAt' || field === 'weighedAt')
    return `${String(value).slice(0, 16).replace('T', ' ')} UTC`
  return String(value)
}
