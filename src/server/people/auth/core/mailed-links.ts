import { siteNameOr } from '#contract/site-name.ts'
import { readBrand } from '#server/branding/index.ts'
import type { Trx } from '#server/db/connection.ts'
import { siteUrl } from '#server/env.ts'
import type { Mail } from '#server/mail/mail.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { alreadyRegisteredMail } from './auth.mails.ts'
import { mailLink } from './links.ts'
import { type Challenge, issueToken, type NewToken, tokenLifetime } from './one-time-tokens.queries.ts'
import type { Auth } from './services.ts'

/** Options of a link; if both are null, it leads to this site's pages. */
export interface LinkOptions {
  challenge: Challenge | null
  redirectTo: string | null
}

export const toSitePages: LinkOptions = { challenge: null, redirectTo: null }

export async function queueLinkMail(
  trx: Trx,
  { deps }: Auth,
  token: Omit<NewToken, 'challenge'>,
  { challenge, redirectTo }: LinkOptions,
  compose: (siteName: string, link: string) => Mail,
): Promise<void> {
  const at = deps.now()
  const secret = await issueToken(trx, { ...token, challenge }, at)
  const { name } = await readBrand(trx, deps.env)
  const mail = compose(siteNameOr(name), mailLink(deps.env, token.type, secret, redirectTo))
  await queueMail(trx, mail, at, at + tokenLifetime)
}

/**
 * Queues a mail to an address that has an account, because another person may have tried to sign up with it.
 */
export async function queueAlreadyRegisteredMail(trx: Trx, { deps }: Auth, email: string): Promise<void> {
  const { env, now } = deps
  const { name } = await readBrand(trx, env)
  await queueMail(trx, alreadyRegisteredMail(siteNameOr(name), email, siteUrl(env)), now())
}

interface MailSlot {
  kind: string
  email: string
}

/** Throttles client links separately, so that strangers can't block the owner's mails. */
const mailKey = ({ kind, email }: MailSlot, { redirectTo }: LinkOptions) =>
  `${kind} ${redirectTo === null ? 'page' : 'program'} ${email}`

/** Takes the address's slot for a mail of this kind. @returns false within a minute of the last one */
export async function takeMailSlot(
  trx: Trx,
  auth: Auth,
  slot: MailSlot,
  options: LinkOptions,
): Promise<boolean> {
  return (await auth.throttles.mail.takeIn(trx, mailKey(slot, options))) === 0
}
