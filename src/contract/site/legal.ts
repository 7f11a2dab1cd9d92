import { type } from '../arktype.ts'
import { makeCheck, missingMessages, string } from '../fields.ts'
import { count, type Infer, list, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { legalKinds } from './legal-kinds.ts'

export const legalText = object({
  kind: one(...legalKinds),
  version: count,
  /** Number of the version in force. */
  latest: count,
  /** Markdown. */
  text,
  created_at: time,
})
export type LegalText = Infer<typeof legalText>

/** Any text: a value that isn't a version answers 404. */
export const legalVersion = type({ 'version?': 'string' })

const legalBy = one('default', 'owner', 'command line')
export type LegalBy = Infer<typeof legalBy>

/** `by`: the owner’s name; null for a deleted account and without an owner. */
const versionFields = { version: count, createdAt: time, source: legalBy, by: orNull(text) }

export const legalVersionInfo = object(versionFields)
export type LegalVersionInfo = Infer<typeof legalVersionInfo>

const legalInForce = object({ kind: one(...legalKinds), ...versionFields })
export type LegalInForce = Infer<typeof legalInForce>

/** One of each kind. */
export const legalTextsInForce = object({ texts: list(legalInForce) })
export type LegalTextsInForce = Infer<typeof legalTextsInForce>

/** `text`: in force, Markdown. `versions`: at most 100, the one in force first. */
export const ownerLegalText = object({
  kind: one(...legalKinds),
  text,
  versions: list(legalVersionInfo),
})
export type OwnerLegalText = Infer<typeof ownerLegalText>

export const legalPreview = object({ html: text })

const most = limits.legalTextMax
const texts = {
  required: 'Please write the text',
  tooLong: `Texts must be at most ${most.toLocaleString('en-US')} characters`,
  base: 'Say which version you changed: load the page again',
}

/** Spaces and tabs have a meaning in Markdown. */
const source = string(texts.required)
  .pipe(value => value.replace(/\r\n?/g, '\n').trim())
  .narrow(
    makeCheck({ minLength: 1, maxLength: most }, (value: string) =>
      value === '' ? texts.required : value.length > most ? texts.tooLong : null,
    ),
  )

/** The version that was shown when the change began. */
const base = type('number')
  .configure({ message: () => texts.base }, 'self')
  .narrow(
    makeCheck({ minimum: 1 }, (value: number) => (Number.isInteger(value) && value >= 1 ? null : texts.base)),
  )

export const newLegalText = type({ text: source, base }).configure(
  ...missingMessages({ text: texts.required, base: texts.base }),
)
export const legalDraft = type({ text: source }).configure(...missingMessages({ text: texts.required }))
export const legalBase = type({ base }).configure(...missingMessages({ base: texts.base }))
