import { type } from './arktype.ts'
import { fieldTexts as texts } from './field-texts.ts'
import { makeCheck, messageFor } from './fields.ts'
import { hundredthsOf } from './money.ts'

interface CentsRule {
  invalid?: string
  /** Cents. */
  min?: number
  tooSmall?: string
  max: number
  tooLarge: string
}

function centsProblem(value: unknown, rule: CentsRule): string | null {
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
    .narrow(makeCheck(amountLimits(rule), (value: number | string) => centsProblem(value, rule)))
    .pipe(value => hundredthsOf(value) ?? 0)
    .configure(...messageFor(rule.invalid ?? texts.amountInvalid))

/** Dollars with a sign, not 0, to cents. @param max cents */
export const signedCents = (max: number, tooLarge: string) =>
  type('number | string')
    .narrow(
      makeCheck({ pattern: `^-?${amountPattern.slice(1)}` }, (value: number | string) => {
        const cents = signedHundredthsOf(value)
        if (cents === null || cents === 0) return texts.amountInvalid
        return Math.abs(cents) <= max ? null : tooLarge
      }),
    )
    .pipe(value => signedHundredthsOf(value) ?? 0)
    .configure(...messageFor(texts.amountInvalid))

function signedHundredthsOf(value: number | string): number | null {
  const text = String(value)
  const cents = hundredthsOf(text.replace(/^-/, ''))
  return cents === null ? null : text.startsWith('-') ? -cents : cents
}

export const optionalCents = (rule: CentsRule) =>
  type('number | string | null')
    .narrow(
      makeCheck({ ...amountLimits(rule), pattern: `^$|${amountPattern}` }, (value: number | string | null) =>
        value === null || value === '' ? null : centsProblem(value, rule),
      ),
    )
    .pipe(value => (value === null || value === '' ? null : hundredthsOf(value)))
    .configure(...messageFor(texts.amountInvalid))

/** Parses 0.01 to `max` percent or pounds to exact hundredths. */
export const hundredths = (message: string, max: number) =>
  cents({ invalid: message, min: 1, max: max * 100, tooLarge: message })
