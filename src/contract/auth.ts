import { type } from 'arktype'
import { emailPattern, picturePattern, authTexts as texts } from './auth-texts.ts'
import { limited } from './described.ts'
import { constant, flag, type Infer, object, one, orNull, text, time } from './json-schema.ts'
import { limits } from './limits.ts'

const clientUser = object({
  id: text,
  email: text,
  firstName: orNull(text),
  lastName: orNull(text),
  profileImageUrl: orNull(text),
  emailConfirmed: flag,
  newEmail: orNull(text),
})
export type ClientUser = Infer<typeof clientUser>

export const account = object({ user: clientUser })

export const sessionAnswer = object({ user: orNull(clientUser), expiresAt: orNull(time) })
export type SessionAnswer = Infer<typeof sessionAnswer>

/** `user` is null until the address is confirmed. */
export const signUpAnswer = object({ user: orNull(clientUser), confirmationRequired: flag })
export type SignUpAnswer = Infer<typeof signUpAnswer>

export const confirmAnswer = object(
  {
    user: orNull(clientUser),
    pending: flag,
  },
  {
    /** Several passwords match: set one with this token at `/api/auth/reset`. */
    passwordRequired: constant(true),
  },
)
export type ConfirmAnswer = Infer<typeof confirmAnswer>

export const sessionInfo = object({
  id: text,
  current: flag,
  via: one('page', 'program'),
  userAgent: text,
  address: text,
  createdAt: time,
  seenAt: time,
})
export type SessionInfo = Infer<typeof sessionInfo>

export const nothing = object({})

interface Context {
  reject(options: { message: string }): false
}

/** Messages for absent fields. */
const missing = new Map<PropertyKey, string>([
  ['email', texts.emailRequired],
  ['password', texts.passwordRequired],
  ['currentPassword', texts.currentPasswordRequired],
  ['firstName', texts.firstNameRequired],
  ['lastName', texts.lastNameRequired],
  ['token', texts.tokenRequired],
])

const saysMissing = (ctx: { path: readonly PropertyKey[] }) =>
  missing.get(ctx.path.at(-1) ?? '') ?? 'This field is required'

const requires = { kind: 'required' } as const

function string(message: string) {
  return type('string').configure({ message: () => message }, 'self')
}

const email = string(texts.emailRequired)
  .pipe(value => value.trim().toLowerCase())
  .narrow(
    limited({ format: 'email', maxLength: limits.emailMax }, (value: string, ctx: Context) => {
      if (value === '') return ctx.reject({ message: texts.emailRequired })
      if (value.length <= limits.emailMax && emailPattern.test(value)) return true
      return ctx.reject({ message: texts.emailInvalid })
    }),
  )

/** May be shorter than today's minimum. */
const knownPassword = (message: string) =>
  string(message).narrow(
    limited({ minLength: 1, maxLength: limits.passwordMax }, (value: string, ctx: Context) => {
      if (value === '') return ctx.reject({ message })
      return value.length <= limits.passwordMax || ctx.reject({ message: texts.passwordTooLong })
    }),
  )

const newPassword = string(texts.passwordRequired).narrow(
  limited({ minLength: limits.passwordMin, maxLength: limits.passwordMax }, (value: string, ctx: Context) => {
    if (value === '') return ctx.reject({ message: texts.passwordRequired })
    if (value.length < limits.passwordMin) return ctx.reject({ message: texts.passwordTooShort })
    return value.length <= limits.passwordMax || ctx.reject({ message: texts.passwordTooLong })
  }),
)

const name = (message: string) =>
  string(message)
    .pipe(value => value.trim())
    .narrow(
      limited({ minLength: 1, maxLength: limits.personNameMax }, (value: string, ctx: Context) => {
        if (value === '') return ctx.reject({ message })
        return value.length <= limits.personNameMax || ctx.reject({ message: texts.nameTooLong })
      }),
    )

const picture = type('string | null')
  .configure({ message: () => texts.pictureInvalid }, 'self')
  .narrow(
    limited(
      { pattern: picturePattern.source },
      (value: string | null, ctx: Context) =>
        value === null || picturePattern.test(value) || ctx.reject({ message: texts.pictureInvalid }),
    ),
  )

const token = string(texts.tokenRequired).narrow(
  limited(
    { minLength: 1 },
    (value: string, ctx: Context) => value !== '' || ctx.reject({ message: texts.tokenRequired }),
  ),
)

const currentPassword = knownPassword(texts.currentPasswordRequired)

export const signIn = type({ email, password: knownPassword(texts.passwordRequired) }).configure(
  { message: saysMissing },
  requires,
)

export const signUp = type({
  email,
  password: newPassword,
  firstName: name(texts.firstNameRequired),
  lastName: name(texts.lastNameRequired),
}).configure({ message: saysMissing }, requires)

export const signOut = type({
  'scope?': type("'local' | 'global' | 'others'").configure(
    { message: () => 'Say which sessions end: local, global or others' },
    'references',
  ),
})

export const recover = type({ email }).configure({ message: saysMissing }, requires)

export const reset = type({ token, password: newPassword }).configure({ message: saysMissing }, requires)

export const confirm = type({
  token,
  type: type("'signup' | 'email_change'").configure({ message: () => texts.tokenRequired }, 'references'),
}).configure({ message: saysMissing }, requires)

export const profile = type({
  'firstName?': name(texts.firstNameRequired),
  'lastName?': name(texts.lastNameRequired),
  'profileImageUrl?': picture,
})

export const changePassword = type({ currentPassword, password: newPassword }).configure(
  { message: saysMissing },
  requires,
)

export const changeEmail = type({ currentPassword, email }).configure({ message: saysMissing }, requires)

export const deleteAccount = type({ currentPassword }).configure({ message: saysMissing }, requires)
