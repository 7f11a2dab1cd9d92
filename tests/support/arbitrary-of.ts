import * as fc from 'fast-check'
import { isRecord } from '#contract/tournaments/scoring/guards.ts'

type Json = Record<string, unknown>

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Prototype properties and other hostile texts. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '9'.repeat(400),
  'é'.repeat(3000),
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '-1',
  '1e309',
  '0.001',
  'NaN',
)

export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, Number.MAX_SAFE_INTEGER, -1, 0),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Includes some values that do not match. */
export function arbitraryOf(schema: unknown, samples: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: validOf(schema, samples) },
    { weight: 1, arbitrary: anyJson },
    { weight: 1, arbitrary: fc.constantFrom(...samples) },
  )
}

function validOf(schema: unknown, samples: readonly string[]): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return anyJson
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const { anyOf, ...rest } = schema
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(part => validOf({ ...rest, ...part }, samples)))
  const min = numberOf(schema.minimum) ?? -1000
  const max = numberOf(schema.maximum) ?? 1_000_000
  switch (schema.type) {
    case 'string':
      return fc.oneof(text(schema), fc.constantFrom(...samples))
    case 'number':
      return fc.oneof(fc.double({ min, max }), fc.integer({ min: Math.ceil(min), max: Math.floor(max) }))
    case 'integer':
      return fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(validOf(schema.items, samples), { maxLength: 4 })
    default:
      return isRecord(schema.properties) ? object(schema, samples) : anyJson
  }
}

function text({ pattern, format, minLength, maxLength }: Json): fc.Arbitrary<string> {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map(date => date.toISOString())
  const min = numberOf(minLength) ?? 0
  return fc.string({ minLength: min, maxLength: Math.max(min, Math.min(numberOf(maxLength) ?? 60, 60)) })
}

function object({ properties, required }: Json, samples: readonly string[]): fc.Arbitrary<unknown> {
  const fields = isRecord(properties) ? properties : {}
  const requiredNames = Array.isArray(required) ? required : []
  const arbitraries = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, arbitraryOf(schema, samples)]),
  )
  return fc.record(arbitraries, { requiredKeys: requiredNames.filter(name => name in arbitraries) })
}
