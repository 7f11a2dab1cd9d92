import { type } from '../arktype.ts'
import { fieldTexts, sightProblem } from '../field-texts.ts'
import { makeCheck, messageFor, missingMessages, string } from '../fields.ts'
import { constant, flag, type Infer, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { isVisible, oneLine, tidyUpTo } from '../text.ts'
import { emailPattern, picturePattern, authTexts as texts } from './auth-texts.ts'

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

const missing = missingMessages({
  email: texts.emailRequired,
  password: texts.passwordRequired,
  currentPassword: texts.currentPasswordRequired,
  firstName: texts.firstNameRequired,
  lastName: texts.lastNameRequired,
  token: texts.tokenRequired,
})

export const email = string(texts.emailRequired)
  .pipe(value => value.trim().toLowerCase())
  .narrow(
    makeCheck({ format: 'email', maxLength: limits.emailMax }, (value: string) => {
      if (value === '') return texts.emailRequired
      return value.length <= limits.emailMax && emailPattern.test(value) ? null : texts.emailInvalid
    }),
  )

const lengthBetween = (
  [minLength, maxLength]: readonly [number, number],
  messages: { empty: string; tooShort?: string; tooLong: string },
) =>
  makeCheck({ minLength, maxLength }, (value: string) => {
    if (value === '') return messages.empty
    if (value.length < minLength) return messages.tooShort ?? messages.empty
    return value.length <= maxLength ? null : messages.tooLong
  })

/** A password that exists already may be shorter than today's minimum. */
const knownPassword = (empty: string) =>
  string(empty).narrow(lengthBetween([1, limits.passwordMax], { empty, tooLong: texts.passwordTooLong }))

const newPassword = string(texts.passwordRequired).narrow(
  lengthBetween([limits.passwordMin, limits.passwordMax], {
    empty: texts.passwordRequired,
    tooShort: texts.passwordTooShort,
    tooLong: texts.passwordTooLong,
  }),
)

const name = (empty: string) =>
  string(empty)
    .pipe(tidyUpTo(limits.personNameMax, oneLine))
    .narrow(
      makeCheck({ minLength: 1, maxLength: limits.personNameMax }, (value: string) => {
        const problem = sightProblem(value)
        if (problem !== null) return problem
        if (!isVisible(value)) return empty
        return value.length <= limits.personNameMax ? null : texts.nameTooLong
      }),
    )

const picture = type('string | null')
  .narrow(
    makeCheck({ pattern: picturePattern.source }, (value: string | null) =>
      value === null || picturePattern.test(value) ? null : texts.pictureInvalid,
    ),
  )
  .configure(...messageFor(texts.pictureInvalid))

const token = string(texts.tokenRequired).narrow(
  makeCheck({ minLength: 1 }, (value: string) => (value === '' ? texts.tokenRequired : null)),
)

const currentPassword = knownPassword(texts.currentPasswordRequired)

export const signIn = type({ email, password: knownPassword(texts.passwordRequired) }).configure(...missing)

/** `on`: from a form without JavaScript. Whether it is required depends on the site, so that `signUp` checks it. */
const ageConfirmed = type("boolean | 'on'")
  .pipe(value => value !== false)
  .configure(...messageFor(fieldTexts.flagInvalid))

export const signUp = type({
  email,
  password: newPassword,
  firstName: name(texts.firstNameRequired),
  lastName: name(texts.lastNameRequired),
  'ageConfirmed?': ageConfirmed,
}).configure(...missing)

export const signOut = type({
  'scope?': type("'local' | 'global' | 'others'").configure(
    ...messageFor('Say which sessions end: local, global or others'),
  ),
})

export const recover = type({ email }).configure(...missing)

export const reset = type({ token, password: newPassword }).configure(...missing)

export const confirm = type({
  token,
  type: type("'signup' | 'email_change'").configure(...messageFor(texts.tokenRequired)),
}).configure(...missing)

export const profile = type({
  'firstName?': name(texts.firstNameRequired),
  'lastName?': name(texts.lastNameRequired),
  'profileImageUrl?': picture,
})

export const changePassword = type({ currentPassword, password: newPassword }).configure(...missing)

export const changeEmail = type({ currentPassword, email }).configure(...missing)

/** `withoutPayout`: gives up being reached about winnings, and deletes where they should go. */
export const deleteAccount = type({
  currentPassword,
  'withoutPayout?': type('boolean').configure(...messageFor(texts.withoutPayoutInvalid)),
}).configure(...missing)
