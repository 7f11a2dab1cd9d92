/** JSON Schema of a custom check. */
export interface JsonLimits {
  type?: 'integer'
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: number
  uniqueItems?: true
  pattern?: string
  format?: 'email' | 'uri' | 'date' | 'date-time'
}

const limitsKey = Symbol('limits')

/** Notes JSON Schema limits for openapi.json. */
export const withLimits = <Check extends (...args: never[]) => unknown>(
  limits: JsonLimits,
  check: Check,
): Check => Object.assign(check, { [limitsKey]: limits })

export function limitsOf(check: unknown): JsonLimits {
  if (typeof check !== 'function' || !(limitsKey in check)) return {}
  const limits = check[limitsKey]
  return typeof limits === 'object' && limits !== null ? limits : {}
}

export const limitNames = [
  'type',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'default',
  'uniqueItems',
  'pattern',
  'format',
] as const
