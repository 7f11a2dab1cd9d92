import { type } from 'arktype'
import { limited } from './described.ts'
import type { Issue } from './errors.ts'
import type { Id } from './ids.ts'
import { limits } from './limits.ts'
import { nameProblem, marinaTexts as texts } from './marina-texts.ts'
import { hundredthsOf } from './money.ts'
import { hasInvisible, isVisible, manyLines, oneLine } from './text.ts'

interface Context {
  reject(options: { message: string }): false
}

const string = (message: string) => type('string').configure({ message: () => message }, 'self')
/** arktype loses the message of a union that is narrowed and piped. */
const says = (message: string) => [{ message: () => message }, 'references'] as const

interface TextRule {
  required: string
  max: number
  tooLong: string
}

const judge = (value: string, { required, max, tooLong }: TextRule): string | null => {
  if (!isVisible(value)) return required
  if (hasInvisible(value)) return texts.invisible
  return value.length <= max ? null : tooLong
}

/** Required line; see {@link nameProblem}. */
export const line = (rule: TextRule) =>
  string(rule.required)
    .pipe(oneLine)
    .narrow(
      limited({ minLength: 1, maxLength: rule.max }, (value: string, ctx: Context) => {
        const message = (isVisible(value) ? nameProblem(value) : null) ?? judge(value, rule)
        return message === null || ctx.reject({ message })
      }),
    )

export const lines = (rule: TextRule) =>
  string(rule.required)
    .pipe(manyLines)
    .narrow(
      limited({ minLength: 1, maxLength: rule.max }, (value: string, ctx: Context) => {
        const message = judge(value, rule)
        return message === null || ctx.reject({ message })
      }),
    )

type OptionalRule = Pick<TextRule, 'max' | 'tooLong'>

const invisible = (text: string) => (hasInvisible(text) ? texts.invisible : null)

const optional = (
  read: (text: string) => string,
  { max, tooLong }: OptionalRule,
  problemOf: (text: string) => string | null = invisible,
) =>
  type('string | null')
    .pipe((value): string | null => (value === null ? null : read(value) || null))
    .narrow(
      limited({ maxLength: max }, (value: string | null, ctx: Context) => {
        if (value === null) return true
        const message = problemOf(value) ?? (value.length <= max ? null : tooLong)
        return message === null || ctx.reject({ message })
      }),
    )
    .configure(...says(texts.textInvalid))

/** Empty becomes null. */
export const optionalLine = (rule: OptionalRule) => optional(oneLine, rule)
/** {@link line} or null. */
export const optionalName = (rule: OptionalRule) => optional(oneLine, rule, nameProblem)
export const optionalLines = (rule: OptionalRule) => optional(manyLines, rule)

interface CentsRule {
  invalid?: string
  /** Cents. */
  min?: number
  tooSmall?: string
  max: number
  tooLarge: string
}

function judgeCents(value: unknown, rule: CentsRule): string | null {
  const cents = hundredthsOf(value)
  if (cents === null) return rule.invalid ?? texts.amountInvalid
  if (rule.min !== undefined && cents < rule.min) return rule.tooSmall ?? rule.invalid ?? texts.amountInvalid
  return cents <= rule.max ? null : rule.tooLarge
}

const amountPattern = '^\\d{1,13}(\\.\\d{1,2})?$'

/** The string is the number's decimal form. */
const amountLimits = ({ min = 0, max }: CentsRule) => ({
  minimum: min / 100,
  maximum: max / 100,
  pattern: amountPattern,
})

/** Parses dollars with at most two decimal places to exact cents. */
export const cents = (rule: CentsRule) =>
  type('number | string')
    .narrow(
      limited(amountLimits(rule), (value: number | string, ctx: Context) => {
        const message = judgeCents(value, rule)
        return message === null || ctx.reject({ message })
      }),
    )
    .pipe(value => hundredthsOf(value) ?? 0)
    .configure(...says(rule.invalid ?? texts.amountInvalid))

export const optionalCents = (rule: CentsRule) =>
  type('number | string | null')
    .narrow(
      limited(
        { ...amountLimits(rule), pattern: `^$|${amountPattern}` },
        (value: number | string | null, ctx: Context) => {
          const message = value === null || value === '' ? null : judgeCents(value, rule)
          return message === null || ctx.reject({ message })
        },
      ),
    )
    .pipe(value => (value === null || value === '' ? null : hundredthsOf(value)))
    .configure(...says(texts.amountInvalid))

/** Percent or pounds, 0.01 to `max`, as hundredths. */
export const hundredths = (message: string, max: number) =>
  cents({ invalid: message, min: 1, max: max * 100, tooLarge: message })

const instant = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** ISO 8601 with a zone to milliseconds since 1970; null: invalid. */
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

function judgeDate(value: string, required: string): string | null {
  if (value.trim() === '') return required
  // Five-digit years.
  if (/^[+-]\d{6}-/.test(value)) return texts.dateOutOfRange
  const time = instantOf(value)
  if (time === null) return texts.dateInvalid
  return time >= firstInstant && time < lastInstant ? null : texts.dateOutOfRange
}

/** ISO 8601 with a zone to milliseconds since 1970. */
export const date = (required: string) =>
  string(required)
    .narrow(
      limited({ format: 'date-time' }, (value: string, ctx: Context) => {
        const message = judgeDate(value, required)
        return message === null || ctx.reject({ message })
      }),
    )
    .pipe(value => instantOf(value) ?? 0)

const isNamed = <Name extends string>(value: string): value is string & Id<Name> => value.trim() !== ''

/** Routes answer 404 for any unknown id. @param fits `isId` to refuse malformed ids */
export const id = <Name extends string>(
  message: string,
  fits: (value: string) => value is string & Id<Name> = isNamed,
) =>
  string(message).narrow(
    limited(
      { minLength: 1 },
      (value, ctx: Context): value is string & Id<Name> => fits(value) || ctx.reject({ message }),
    ),
  )

export const optionalId = <Name extends string>(
  message: string,
  fits: (value: string) => value is string & Id<Name> = isNamed,
) =>
  type('string | null')
    .narrow(
      (value, ctx: Context): value is (string & Id<Name>) | null =>
        value === null || fits(value) || ctx.reject({ message }),
    )
    .configure(...says(message))

export const required = { kind: 'required' } as const
export const saysMissing =
  (messages: Record<string, string>) =>
  (ctx: { path: readonly PropertyKey[] }): string =>
    messages[String(ctx.path.at(-1))] ?? 'This field is required'

interface Standard<In, Out> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: In; readonly output: Out } | undefined
    readonly validate: (value: unknown) => Result<Out> | Promise<Result<Out>>
  }
  toJsonSchema(options: never): unknown
  onDeepUndeclaredKey(behavior: 'delete'): Standard<In, Out>
}
type Result<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        message: string
        path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
      }[]
    }

/** Reports all issues at once; arktype skips `check` when fields are invalid. */
export function alsoCheck<In, Out>(
  schema: Standard<In, Out>,
  check: (sent: Record<string, unknown>) => Issue[],
): Standard<In, Out> {
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

export function datesInOrder(sent: Record<string, unknown>): Issue[] {
  const start = typeof sent.startDate === 'string' ? instantOf(sent.startDate) : null
  const end = typeof sent.endDate === 'string' ? instantOf(sent.endDate) : null
  if (start === null || end === null || end > start) return []
  return [{ path: 'endDate', message: texts.endBeforeStart }]
}
