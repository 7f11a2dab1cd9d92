import { canonicalZone } from '../../zone-name.ts'
import type { Part } from './rules.ts'
import { scoringLimits as limits } from './scoring-limits.ts'

export type Guard<Value> = (value: unknown) => value is Value

export const isOf =
  <const Value extends string>(...values: readonly Value[]): Guard<Value> =>
  (value): value is Value =>
    values.some(each => each === value)

/** Guards a number with at most two decimal places. */
export const isDecimal =
  (min: number, max: number): Guard<number> =>
  (value): value is number =>
    typeof value === 'number' && /^-?\d+(\.\d{1,2})?$/.test(String(value)) && value >= min && value <= max

export const isWhole =
  (min: number, max: number): Guard<number> =>
  (value): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max

export const isListOf =
  <Value>(is: Guard<Value>, max: number, min = 0): Guard<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(is)

export const isAny: Guard<unknown> = (value): value is unknown => value !== undefined
export const isRecord: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isPart: Guard<Part> = (value): value is Part => isListOf(isWhole(1, limits.partMax), 2, 2)(value)
export const isText =
  (max: number): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= max

export const isSplit: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  isRecord(value) && 'amounts' in value !== 'percents' in value

const keyPattern = new RegExp(`^[a-z0-9-]{1,${limits.keyMax}}$`)
export const isKey: Guard<string> = (value): value is string =>
  typeof value === 'string' && keyPattern.test(value)

export const isZone: Guard<string> = (value): value is string =>
  typeof value === 'string' && canonicalZone(value) !== null
