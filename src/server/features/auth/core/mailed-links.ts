import type { Trx } from '#server/db/connection.ts'
import type { Mail } from '#server/mail/mail.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { mailLink } from './links.ts'
import { type Challenge, issueToken, type NewToken, tokenLifetime } from './one-time-tokens.queries.ts'
import type { Auth } from './services.ts'

/** Where a mailed link leads: back to a GoTrue client, or with both null to this site's pages. */
export interface LinkOptions {
  challenge: Challenge | null
  redirectTo: string | null
}

export const toSitePages: LinkOptions = { challenge: null, redirectTo: null }

/** Issues a token and queues the mail with its link. */
export async function queueLinkMail(
  trx: Trx,
  { deps }: Auth,
  token: Omit<NewToken, 'challenge'>,
  { challenge, redirectTo }: LinkOptions,
  compose: (link: string) => Mail,
): Promise<void> {
  const at = deps.now()
  const secret = await issueToken(trx, { ...token, challenge }, at)
  await queueMail(trx, compose(mailLink(deps.env, token.type, secret, redirectTo)), at, at + tokenLifetime)
}

/**
 * The throttle key of mails. Links to clients count separately: anyone may request them for any address, which must not
 * hold back the owner's own request on this site.
 */
export const mailKey = (kind: string, email: string, { redirectTo }: LinkOptions) =>
  `${kind} ${redirectTo === null ? 'page' : 'program'} ${email}`

/** Counts a mail, at most one per kind, address and minute. @returns false when this one is too early */
export function takeMailSlot(auth: Auth, kind: string, email: string, options: LinkOptions): boolean {
  const key = mailKey(kind, email, options)
  if (auth.throttles.mail.secondsToWait(key) > 0) return false
  auth.throttles.mail.count(key)
  return true
}
