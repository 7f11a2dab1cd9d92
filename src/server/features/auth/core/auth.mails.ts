import type { Mail } from '#server/mail/mail.ts'

const footer = '\n\nReelstake\n'

/** @param asksPassword the link asks for a new password, because sign-ups of this address differ in theirs */
export function confirmationMail(to: string, link: string, asksPassword: boolean): Mail {
  return {
    to,
    subject: 'Confirm your email address',
    text: `Welcome to Reelstake.

Please confirm that this is your address. The link works once, for one hour:

${link}
${asksPassword ? '\nThis address was signed up more than once, with different passwords. The link asks you to choose a new one.\n' : ''}
If you did not create an account, ignore this mail: without the link the account stays closed.${footer}`,
  }
}

export function alreadyRegisteredMail(to: string, site: string): Mail {
  return {
    to,
    subject: 'You already have an account',
    text: `Someone, probably you, tried to create a Reelstake account with this address. There is one already.

Sign in, or choose a new password, here:

${site}/login

If it was not you, there is nothing to do.${footer}`,
  }
}

export function recoveryMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: `Here you can choose a new password for your Reelstake account. The link works once, for one hour:

${link}

If you did not ask for it, ignore this mail: your password stays as it is.${footer}`,
  }
}

export function emailChangeMail(to: string, newEmail: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your new email address',
    text: `The address of your Reelstake account is to become ${newEmail}.

To be safe, both the old address and the new one have to confirm. For this one, the link works once, for one hour:

${link}

If you did not ask for it, do not follow the link: your address stays as it is.${footer}`,
  }
}
