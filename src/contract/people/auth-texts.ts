import { limits } from '../limits.ts'

export const authTexts = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${limits.passwordMin} characters`,
  ownerPasswordTooShort: `You own this site, so your password must be at least ${limits.ownerPasswordMin} characters`,
  passwordTooLong: `Password must be at most ${limits.passwordMax} characters`,
  currentPasswordRequired: 'Current password is required',
  withoutPayoutInvalid: 'Say true to give up being reached about winnings',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameTooLong: `Names must be at most ${limits.personNameMax} characters`,
  pictureInvalid: 'Please choose a picture that was uploaded here',
  tokenRequired: 'The link is incomplete',
  linkExpired: 'This link is invalid or has expired. Please ask for a new one.',
  invalidCredentials: 'Invalid login credentials',
  wrongPassword: 'The current password is wrong',
} as const

/** HTML's "valid e-mail address", requiring a dot in the domain. */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** Own paths only: pages load no foreign pictures. */
export const picturePattern = /^\/images\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9]+)?$/

export const ageText = (years: number) => `I am ${years} or older`
export const ageRequired = (years: number) => `Confirm that you are ${years} or older`
