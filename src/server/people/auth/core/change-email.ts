import type { Trx } from '#server/db/connection.ts'
import { AuthError, emailExists } from './auth.errors.ts'
import { emailChangeMail } from './auth.mails.ts'
import { type LiveUser, liveUser, normaliseEmail } from './auth.rules.ts'
import { type LinkOptions, queueAlreadyRegisteredMail, queueLinkMail } from './mailed-links.ts'
import { dropTokensOfTypes, liveTokenTypes } from './one-time-tokens.queries.ts'
import type { Auth } from './services.ts'
import { findUserByEmail, updateUser } from './users.queries.ts'

/**
 * Changes the address at once with AUTH_AUTOCONFIRM; otherwise both addresses must confirm, and only the mail to an
 * address says that it has an account. The present address cancels a waiting change. @throws AuthError
 */
export async function changeEmail(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  address: string,
  options: LinkOptions,
): Promise<LiveUser> {
  const { env, now } = auth.deps
  const email = normaliseEmail(address)
  if (email === user.email) return cancelChange(trx, user, now())
  if (env.authAutoconfirm) {
    if (await findUserByEmail(trx, email)) throw emailExists()
    return liveUser(
      await updateUser(trx, user.id, { email, new_email: null, email_confirmed_at: now() }, now()),
    )
  }
  // Anyone may take `resendLink`'s slot.
  const wait = Math.ceil(await auth.throttles.mail.takeIn(trx, `change ${user.id}`))
  if (wait > 0)
    throw new AuthError(
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${wait} seconds.`,
      { headers: { 'Retry-After': String(wait) } },
    )
  return startChange(trx, auth, user, email, options)
}

async function cancelChange(trx: Trx, user: LiveUser, now: number): Promise<LiveUser> {
  if (user.new_email === null) return user
  await dropTokensOfTypes(trx, user.id, emailChangeTypes)
  return liveUser(await updateUser(trx, user.id, { new_email: null, email_change_confirmations: 0 }, now))
}

async function startChange(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  email: string,
  options: LinkOptions,
): Promise<LiveUser> {
  const { now } = auth.deps
  const row = await updateUser(
    trx,
    user.id,
    { new_email: email, email_change_sent_at: now(), email_change_confirmations: 0 },
    now(),
  )
  // Invalidates links of earlier changes.
  await dropTokensOfTypes(trx, user.id, emailChangeTypes)
  await mailChangeLinks(trx, auth, user, email, emailChangeTypes, options)
  return liveUser(row)
}

const emailChangeTypes = ['email_change_current', 'email_change_new'] as const

/** Mails unconfirmed addresses again; earlier links stay valid. */
export async function repeatEmailChange(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  email: string,
  options: LinkOptions,
): Promise<void> {
  const live = await liveTokenTypes(trx, user.id, auth.deps.now())
  const pending = emailChangeTypes.filter(type => live.includes(type))
  if (pending.length > 0) await mailChangeLinks(trx, auth, user, email, pending, options)
  else await startChange(trx, auth, user, email, options)
}

async function mailChangeLinks(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  newEmail: string,
  types: readonly (typeof emailChangeTypes)[number][],
  options: LinkOptions,
): Promise<void> {
  const isTaken = (await findUserByEmail(trx, newEmail)) !== undefined
  for (const type of types) {
    if (type === 'email_change_new' && isTaken) {
      await queueAlreadyRegisteredMail(trx, auth, newEmail)
      continue
    }
    const email = type === 'email_change_current' ? user.email : newEmail
    await queueLinkMail(trx, auth, { userId: user.id, type, email }, options, (siteName, link) =>
      emailChangeMail(siteName, email, newEmail, link),
    )
  }
}
