import type { Mail } from '#server/mail/mail.ts'

const footer = (siteName: string) => `\n\n${siteName}\n`

const withArticle = (siteName: string) => `${/^[aeiou]/i.test(siteName) ? 'an' : 'a'} ${siteName}`

/** @param asksPassword sign-ups used different passwords */
export function confirmationMail(siteName: string, to: string, link: string, asksPassword: boolean): Mail {
  return {
    to,
    subject: 'Confirm your email address',
    text: `Welcome to ${siteName}.

Confirm your email address with this link. It works once and expires after one hour:

${link}
${asksPassword ? '\nThis address signed up more than once, with different passwords, so the link asks you to choose a new one.\n' : ''}
If you didn't create an account, ignore this email: the account can't be used without this link.${footer(siteName)}`,
  }
}

export function alreadyRegisteredMail(siteName: string, to: string, site: string): Mail {
  return {
    to,
    subject: 'You already have an account',
    text: `Someone, probably you, wanted to use this address for ${withArticle(siteName)} account. You already have one.

Sign in or choose a new password here:

${site}/login

If it wasn't you, you can ignore this email.${footer(siteName)}`,
  }
}

export function recoveryMail(siteName: string, to: string, link: string): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: `Choose a new password for your ${siteName} account with this link. It works once and expires after one hour:

${link}

If you didn't ask for it, ignore this email: your password doesn't change.${footer(siteName)}`,
  }
}

export const emailChangeSubject = 'Confirm your new email address'

export function emailChangeMail(siteName: string, to: string, newEmail: string, link: string): Mail {
  return {
    to,
    subject: emailChangeSubject,
    text: `You asked to change the email address of your ${siteName} account to ${newEmail}.

Please confirm from both your old and your new address. The link for this address works once and expires after one hour:

${link}

If you didn't ask for it, don't open the link: your address doesn't change.${footer(siteName)}`,
  }
}
