import { type Type, type } from './arktype.ts'
import type { Issue } from './errors.ts'
import { nameProblem, sightProblem, fieldTexts as texts } from './field-texts.ts'
import type { Id } from './ids.ts'
import { type JsonLimits, limitsOf, withLimits } from './json-limits.ts'
import { limits } from './limits.ts'
import { isVisible, manyLines, oneLine, tidyUpTo } from './text.ts'

interface Context {
  reject(options: { message: string }): false
}

/** @param message for a value of another type */
export const string = (message: string) => type('string').configure({ message: () => message }, 'self')

export const boolean = (message: string) => type('boolean').configure({ message: () => message }, 'self')

export const yesOrNo = boolean(texts.flagInvalid)

export const oneOf = <const Value extends string>(values: readonly Value[], message: string) =>
  type.enumerated<readonly string[]>(...values).configure({ message: () => message }, 'self') as Type<Value>

interface Problem {
  code: string
  message: string
  /** Problems of a union's branches, one of each. */
  errors?: readonly Problem[]
}

/** The message of a whole union, which arktype loses when the union is narrowed and piped. That of a narrowing wins. */
export const messageFor = (message: string, ofNull = message) =>
  [
    {
      message: ({ data, errors = [] }: Omit<Problem, 'message'> & { data?: unknown }) =>
        errors.find(({ code }) => code === 'predicate')?.message ?? (data === null ? ofNull : message),
    },
    'references',
  ] as const

/** @param problemOf returns the message for an invalid value, or null */
export const makeCheck = <Value>(limits: JsonLimits, problemOf: (value: Value) => string | null) =>
  withLimits(limits, (value: Value, ctx: Context): boolean => {
    const message = problemOf(value)
    return message === null || ctx.reject({ message })
  })

/** @param pattern unanchored patterns match anywhere, as in JSON Schema */
export const matches = (pattern: RegExp, message: string) =>
  makeCheck({ pattern: pattern.source }, (value: string) => (pattern.test(value) ? null : message))

/** A whole number in a query string. @param max below 10,000 @param usual the default */
export const pageLimit = (max: number, usual?: number) =>
  type('string')
    .narrow(
      makeCheck(
        { type: 'integer', minimum: 1, maximum: max, ...(usual !== undefined && { default: usual }) },
        (value: string) =>
          /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= max
            ? null
            : `A limit is a whole number from 1 to ${max}`,
      ),
    )
    .pipe(Number)

interface TextRule {
  required: string
  max: number
  tooLong: string
}

const textProblem = (value: string, { required, max, tooLong }: TextRule): string | null => {
  if (value.length > max) return tooLong
  return isVisible(value) ? sightProblem(value) : required
}

/** A required line of text; see {@link nameProblem}. */
export const line = (rule: TextRule) =>
  string(rule.required)
    .pipe(tidyUpTo(rule.max, oneLine))
    .narrow(
      makeCheck(
        { minLength: 1, maxLength: rule.max },
        (value: string) => textProblem(value, rule) ?? nameProblem(value),
      ),
    )

export const lines = (rule: TextRule) =>
  string(rule.required)
    .pipe(tidyUpTo(rule.max, manyLines))
    .narrow(makeCheck({ minLength: 1, maxLength: rule.max }, (value: string) => textProblem(value, rule)))

type OptionalRule = Pick<TextRule, 'max' | 'tooLong'>

const optional = (
  tidy: (text: string) => string,
  { max, tooLong }: OptionalRule,
  problemOf: (text: string) => string | null = sightProblem,
) => {
  const read = tidyUpTo(max, tidy)
  return type('string | null')
    .pipe((value): string | null => (value === null ? null : read(value) || null))
    .narrow(
      makeCheck({ maxLength: max }, (value: string | null) =>
        value === null ? null : value.length > max ? tooLong : problemOf(value),
      ),
    )
    .configure(...messageFor(texts.textInvalid))
}

/** An empty line becomes null. */
export const optionalLine = (rule: OptionalRule) => optional(oneLine, rule)
/** Like {@link line}; an empty one becomes null. */
export const optionalName = (rule: OptionalRule) => optional(oneLine, rule, nameProblem)
export const optionalLines = (rule: OptionalRule) => optional(manyLines, rule)

/** A whole number from 1 to `max`, or null. */
export const optionalCount = (message: string, max: number) =>
  type('number | null')
    .narrow(
      makeCheck({ minimum: 1, maximum: max }, (value: number | null) =>
        value === null || (Number.isInteger(value) && value >= 1 && value <= max) ? null : message,
      ),
    )
    .configure(...messageFor(message))

/** A whole number from 1 on. */
export const wholeNumber = (message: string, max: number) =>
  type('number')
    .narrow(
      makeCheck({ type: 'integer', minimum: 1, maximum: max }, (value: number) =>
        Number.isInteger(value) && value >= 1 && value <= max ? null : message,
      ),
    )
    .configure(...messageFor(message))

const instant = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** Parses ISO 8601 with a zone to milliseconds since 1970; returns null if invalid. */
export function instantOf(value: string): number | null {
  const match = instant.exec(value.trim())
  if (match === null) return null
  const [, year = 0, month = 0, day = 0] = match.map(Number)
  const calendar = new Date(Date.UTC(year, month - 1, day))
  if (calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return null
  const time = Date.parse(value.trim())
  return Number.isNaN(time) ? null : time
}

const firstInstant = Date.UTC(limits.firstYear, 0, 1)
const lastInstant = Date.UTC(limits.lastYear + 1, 0, 1)

function dateProblem(value: string, required: string): string | null {
  if (value.trim() === '') return required
  // ECMA-262, 21.4.1.32: years outside 0 to 9999 have a sign and six digits.
  if (/^[+-]\d{6}-/.test(value)) return texts.dateOutOfRange
  const time = instantOf(value)
  if (time === null) return texts.dateInvalid
  return time >= firstInstant && time < lastInstant ? null : texts.dateOutOfRange
}

/** ISO 8601 with a zone to milliseconds since 1970. */
export const date = (required: string) =>
  string(required)
    .narrow(makeCheck({ format: 'date-time' }, (value: string) => dateProblem(value, required)))
    .pipe(value => instantOf(value) ?? 0)

export const optionalDate = (message: string) =>
  type('string | null')
    .narrow(
      makeCheck({ format: 'date-time' }, (value: string | null) =>
        value === null ? null : dateProblem(value, message),
      ),
    )
    .pipe((value): number | null => (value === null ? null : instantOf(value)))
    .configure(...messageFor(message))

const isNamed = withLimits(
  { minLength: 1 },
  <Name extends string>(value: string): value is string & Id<Name> => value.trim() !== '',
)

/** Routes answer 404 for any unknown id. @param fits `isId` to refuse malformed ids */
export const id = <Name extends string>(
  message: string,
  fits: (value: string) => value is string & Id<Name> = isNamed,
) =>
  string(message).narrow(
    withLimits(
      limitsOf(fits),
      (value, ctx: Context): value is string & Id<Name> => fits(value) || ctx.reject({ message }),
    ),
  )

export const optionalId = <Name extends string>(
  message: string,
  fits: (value: string) => value is string & Id<Name> = isNamed,
) =>
  type('string | null')
    .narrow(
      withLimits(
        limitsOf(fits),
        (value, ctx: Context): value is (string & Id<Name>) | null =>
          value === null || fits(value) || ctx.reject({ message }),
      ),
    )
    .configure(...messageFor(message))

/** @param messages for absent fields, by name */
export const missingMessages = (messages: Record<string, string>) =>
  [
    {
      message: (ctx: { path: readonly PropertyKey[] }): string =>
        messages[String(ctx.path.at(-1))] ?? 'This field is required',
    },
    { kind: 'required' },
  ] as const

/** The message of a list or an object itself; items and fields keep theirs. */
export const ownMessage = (message: string) => [{ message: () => message }, 'shallow'] as const

/** @param message for a value that is no object, whose fields have messages of their own */
export const objectMessage = (message: string) =>
  [
    { message: () => message },
    { kind: 'domain', where: ({ domain }: { domain: string }) => domain === 'object' },
  ] as const

/** Standard Schema (standardschema.dev), and what else the contract uses of arktype. */
export interface Schema<In, Out> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: In; readonly output: Out } | undefined
    readonly validate: (value: unknown) => Result<Out> | Promise<Result<Out>>
  }
  toJsonSchema(options: never): unknown
  /** Drops undeclared keys, also nested. */
  onDeepUndeclaredKey(behavior: 'delete'): Schema<In, Out>
}
export type Result<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    }

/** Reports the issues of both; arktype skips `check` when fields are invalid. */
export function alsoCheck<In, Out>(
  schema: Schema<In, Out>,
  check: (body: Record<string, unknown>) => Issue[],
): Schema<In, Out> {
  const validate = async (value: unknown): Promise<Result<Out>> => {
    const result = await schema['~standard'].validate(value)
    const isObject = typeof value === 'object' && value !== null
    const more = isObject
      ? check({ ...value }).map(issue => ({ message: issue.message, path: [issue.path] }))
      : []
    if (more.length === 0) return result
    return { issues: [...(result.issues ?? []), ...more] }
  }
  return {
    '~standard': { version: 1 as const, vendor: 'reelstake', validate },
    toJsonSchema: (options: never) => schema.toJsonSchema(options),
    onDeepUndeclaredKey: behavior => alsoCheck(schema.onDeepUndeclaredKey(behavior), check),
  }
}

export function datesInOrder(body: Record<string, unknown>): Issue[] {
  const [start, end, closes] = [body.startDate, body.endDate, body.fundingClosesAt].map(value =>
    typeof value === 'string' ? instantOf(value) : null,
  )
  const issues: Issue[] = []
  if (typeof start === 'number' && typeof end === 'number' && end <= start)
    issues.push({ path: 'endDate', message: texts.endBeforeStart })
  if (typeof closes === 'number' && typeof end === 'number' && closes > end)
    issues.push({ path: 'fundingClosesAt', message: texts.closesAfterEnd })
  return issues
}

export const cursor = type('string <= 200').configure({ message: () => texts.cursorInvalid })
/** The `Link` header has the next cursor. */
export const page = (max: number, usual?: number) =>
  type({ 'limit?': pageLimit(max, usual), 'cursor?': cursor })
/** An id, or the name of a category or day. */
export const filter = type('string <= 100').configure({ message: () => texts.filterTooLong })
