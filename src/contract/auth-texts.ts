import { limits } from './limits.ts'

/** What a person reads when a field of an account form is not right. Plain values, for schemas and forms alike. */
export const authTexts = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${limits.passwordMin} characters`,
  passwordTooLong: `Password must be at most ${limits.passwordMax} characters`,
  currentPasswordRequired: 'Current password is required',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameTooLong: `Names must be at most ${limits.personNameMax} characters`,
  pictureInvalid: 'Please choose a picture that was uploaded here',
  tokenRequired: 'The link is incomplete',
  linkExpired: 'This link is invalid or has expired. Please ask for a new one.',
  invalidCredentials: 'Invalid login credentials',
  wrongPassword: 'The current password is wrong',
} as const

/**
 * What browsers take in `<input type="email">` (HTML, "valid e-mail address"), with at least one dot in the domain:
 * a name without one is a typing mistake far more often than a mail server on the marina's own network.
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** Pictures of people come from here, so that a page never asks a stranger's server for one. */
export const picturePattern = /^\/images\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9]+)?$/
