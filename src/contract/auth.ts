import { type } from 'arktype'
import { emailPattern, picturePattern, authTexts as texts } from './auth-texts.ts'
import { limited } from './described.ts'
import { limits } from './limits.ts'

/** The signed-in person, as their own pages see them. */
export interface ClientUser {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  /** A path of this site. */
  profileImageUrl: string | null
  emailConfirmed: boolean
  /** The address that waits for its confirmation. */
  newEmail: string | null
}

/** `GET /api/auth/session` */
export interface SessionAnswer {
  user: ClientUser | null
  expiresAt: string | null
}

/** `POST /api/auth/sign-up`: `user` only where accounts work at once. */
export interface SignUpAnswer {
  user: ClientUser | null
  confirmationRequired: boolean
}

/** `POST /api/auth/confirm` */
export interface ConfirmAnswer {
  user: ClientUser | null
  /** The other address of an e-mail change has yet to confirm. */
  pending: boolean
  /**
   * The address was signed up with different passwords and is not confirmed yet: send a new password with the same
   * token to `/api/auth/reset`.
   */
  passwordRequired?: true
}

/** One line of `GET /api/auth/sessions`. */
export interface SessionInfo {
  id: string
  current: boolean
  via: 'page' | 'program'
  userAgent: string
  address: string
  createdAt: string
  seenAt: string
}

interface Context {
  reject(options: { message: string }): false
}

/** What is said of a field that is not there at all. */
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

function text(message: string) {
  return type('string').configure({ message: () => message }, 'self')
}

const email = text(texts.emailRequired)
  .pipe(value => value.trim().toLowerCase())
  .narrow(
    limited({ format: 'email', maxLength: limits.emailMax }, (value: string, ctx: Context) => {
      if (value === '') return ctx.reject({ message: texts.emailRequired })
      if (value.length <= limits.emailMax && emailPattern.test(value)) return true
      return ctx.reject({ message: texts.emailInvalid })
    }),
  )

/** A password that is compared, not chosen: whatever today's rule says, it may be an older one. */
const knownPassword = (message: string) =>
  text(message).narrow(
    limited({ minLength: 1, maxLength: limits.passwordMax }, (value: string, ctx: Context) => {
      if (value === '') return ctx.reject({ message })
      return value.length <= limits.passwordMax || ctx.reject({ message: texts.passwordTooLong })
    }),
  )

const newPassword = text(texts.passwordRequired).narrow(
  limited({ minLength: limits.passwordMin, maxLength: limits.passwordMax }, (value: string, ctx: Context) => {
    if (value === '') return ctx.reject({ message: texts.passwordRequired })
    if (value.length < limits.passwordMin) return ctx.reject({ message: texts.passwordTooShort })
    return value.length <= limits.passwordMax || ctx.reject({ message: texts.passwordTooLong })
  }),
)

const name = (message: string) =>
  text(message)
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

const token = text(texts.tokenRequired).narrow(
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
