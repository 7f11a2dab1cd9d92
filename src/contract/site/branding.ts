import { readColor } from '../accent.ts'
import { type } from '../arktype.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import { makeCheck, messageFor, optionalName } from '../fields.ts'
import { count, type Infer, object, one, orNull, text } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { authTexts, emailPattern } from '../people/auth-texts.ts'

/** `environment`: a variable sets it, and this page can't. */
const setting = object({ value: orNull(text), source: one('environment', 'site', 'none') })

/** `color`: as entered. `buttonColor`: the one in use, on which white text can be read. */
export const branding = object({
  name: setting,
  supportEmail: setting,
  color: orNull(text),
  buttonColor: orNull(text),
  logo: orNull(object({ url: text, width: count, height: count })),
})
export type BrandingAnswer = Infer<typeof branding>

const optionalColor = type('string | null')
  .narrow(
    makeCheck({ pattern: '^#[0-9A-Fa-f]{6}$' }, (value: string | null) =>
      value === null || readColor(value) !== null ? null : texts.colorInvalid,
    ),
  )
  .pipe((value): string | null => (value === null ? null : readColor(value)))
  .configure(...messageFor(texts.colorInvalid))

const optionalEmail = type('string | null')
  .pipe((value): string | null => value?.trim() || null)
  .narrow(
    makeCheck({ format: 'email', maxLength: limits.emailMax }, (value: string | null) =>
      value === null || (value.length <= limits.emailMax && emailPattern.test(value))
        ? null
        : authTexts.emailInvalid,
    ),
  )
  .configure(...messageFor(authTexts.emailInvalid))

/** Null takes a value away. */
export const changedBranding = type({
  'name?': optionalName(textRules.siteName),
  'supportEmail?': optionalEmail,
  'color?': optionalColor,
})
