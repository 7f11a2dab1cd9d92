import type { Issue } from '#contract/errors.ts'
import { emailPattern } from '#contract/people/auth-texts.ts'

export type FieldErrors = Record<string, string>

export type Constraint =
  | 'valueMissing'
  | 'typeMismatch'
  | 'tooShort'
  | 'tooLong'
  | 'rangeUnderflow'
  | 'rangeOverflow'
  | 'stepMismatch'
  | 'badInput'
  | 'patternMismatch'

export type Messages = Record<string, Partial<Record<Constraint, string>>>

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

export const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(isControl).filter(control => control.name !== '' && control.type !== 'hidden')

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

export function issuesOf(error: unknown): Issue[] {
  if (typeof error !== 'object' || error === null || !('issues' in error)) return []
  return Array.isArray(error.issues) ? error.issues.filter(isIssue) : []
}

/** Facts about a field, independent of the DOM. */
export interface Facts {
  name: string
  label: string
  type: string
  value: string
  required: boolean
  minLength: number
  maxLength: number
  min: string
  max: string
  title: string
  validity: Partial<Record<Constraint, boolean>>
}

/** The server's rule, stricter than the browser's. */
const isEmail = (value: string) => value.trim() === '' || emailPattern.test(value.trim())

/** Spaces count as empty, except in passwords. Browsers report `tooShort` for typed values only. */
export function constraintBroken(facts: Facts): Constraint | null {
  const { validity, value, type } = facts
  const isText =
    type === 'text' || type === 'textarea' || type === 'search' || type === 'email' || type === 'tel'
  if (validity.badInput) return 'badInput'
  if (validity.valueMissing || (facts.required && isText && value.trim() === '')) return 'valueMissing'
  if (validity.typeMismatch || (type === 'email' && !isEmail(value))) return 'typeMismatch'
  if (validity.patternMismatch) return 'patternMismatch'
  if (validity.tooShort || (value !== '' && facts.minLength > 0 && value.length < facts.minLength))
    return 'tooShort'
  if (validity.tooLong || (facts.maxLength > 0 && value.length > facts.maxLength)) return 'tooLong'
  if (validity.rangeUnderflow) return 'rangeUnderflow'
  if (validity.rangeOverflow) return 'rangeOverflow'
  if (validity.stepMismatch) return 'stepMismatch'
  return null
}

export function defaultMessage(constraint: Constraint, facts: Facts): string {
  const label = facts.label || 'This'
  switch (constraint) {
    case 'valueMissing':
      return facts.type === 'radio' || facts.type.startsWith('select') ? 'Choose one' : `${label} is required`
    case 'typeMismatch':
      return facts.type === 'email'
        ? 'Enter an email address, such as name@example.com'
        : `${label} is not valid`
    case 'tooShort':
      return `${label} must be at least ${facts.minLength} characters`
    case 'tooLong':
      return `${label} must be ${facts.maxLength} characters or less`
    case 'rangeUnderflow':
      return facts.type === 'number' ? `${label} must be at least ${facts.min}` : `${label} is too early`
    case 'rangeOverflow':
      return facts.type === 'number' ? `${label} must be at most ${facts.max}` : `${label} is too late`
    case 'stepMismatch':
      return `${label} has more decimal places than it may`
    case 'badInput':
      return facts.type === 'number' ? `${label} must be a number` : `${label} is not complete`
    case 'patternMismatch':
      return facts.title || `${label} is not in the expected form`
  }
}

function factsOf(control: Control): Facts {
  const input = control instanceof HTMLInputElement ? control : null
  const text = control instanceof HTMLSelectElement ? null : control
  return {
    name: control.name,
    label: control.dataset.label ?? '',
    type: control.type,
    value: control.value,
    required: control.required,
    minLength: text?.minLength ?? -1,
    maxLength: text?.maxLength ?? -1,
    min: input?.min ?? '',
    max: input?.max ?? '',
    title: control.title,
    validity: control.validity,
  }
}

export function invalidFields(form: HTMLFormElement, messages: Messages = {}): FieldErrors {
  const errors: FieldErrors = {}
  for (const control of controlsOf(form)) {
    if (!control.willValidate || control.name in errors) continue
    const facts = factsOf(control)
    const constraint = constraintBroken(facts)
    if (constraint)
      errors[control.name] = messages[control.name]?.[constraint] ?? defaultMessage(constraint, facts)
  }
  return errors
}

/** One message for any error in a typed number. */
export const notANumber = (message: string) => ({
  badInput: message,
  rangeUnderflow: message,
  rangeOverflow: message,
  stepMismatch: message,
})

/** Returns the length that the server counts: an accent may be typed as a character of its own. */
export const typedLength = (text: string): number => text.trim().normalize().length

/** Replaces `maxlength`, which truncates pasted text. */
export function tooLong(
  data: FormData,
  rules: Record<string, { max: number; tooLong: string }>,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, rule] of Object.entries(rules)) {
    const value = data.get(name)
    if (typeof value === 'string' && typedLength(value) > rule.max) errors[name] = rule.tooLong
  }
  return errors
}

export function problemsOf(
  data: FormData,
  names: readonly string[],
  problemOf: (value: string) => string | null,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of names) {
    const value = data.get(name)
    const problem = typeof value === 'string' ? problemOf(value) : null
    if (problem !== null) errors[name] = problem
  }
  return errors
}
