import { limits } from '#contract/limits.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { siteUrl } from '#server/env.ts'
import type { Mail } from '#server/mail.ts'
import {
  AuthError,
  banned,
  emailExists,
  invalidCredentials,
  otpExpired,
  validationFailed,
} from './auth.errors.ts'
import { alreadyRegisteredMail, confirmationMail, emailChangeMail, recoveryMail } from './auth.mails.ts'
import { findUser, findUserByEmail, insertUser, updateUser } from './auth.queries.ts'
import {
  isLive,
  type LiveUser,
  liveUser,
  type Metadata,
  mergeMetadata,
  normaliseEmail,
} from './auth.rules.ts'
import type { OneTimeTokenType, SignInMethod } from './auth.table.ts'
import { linkType, mailLink } from './links.ts'
import { type Challenge, issueToken, takeToken } from './one-time-tokens.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Auth } from './services.ts'

/** How a link that is mailed leads back to a program; neither: to our own pages. */
export interface LinkOptions {
  challenge: Challenge | null
  redirectTo: string | null
}

export const toOurPages: LinkOptions = { challenge: null, redirectTo: null }

/**
 * Who this address and password belong to.
 * @throws AuthError the same for an unknown address and a wrong password; what is wrong with the account itself
 * is told only to whoever knows its password
 */
export async function checkPassword(auth: Auth, address: string, password: string): Promise<LiveUser> {
  // What is longer is nobody's address; as the key of a throttle it would only fill the memory.
  const email = normaliseEmail(address).slice(0, limits.emailMax + 1)
  auth.throttles.password.take(email)
  const user = await findUserByEmail(auth.deps.db, email)
  const right = await verifyPassword(password, user?.password_hash ?? null)
  if (!right || !isLive(user)) throw invalidCredentials()
  auth.throttles.password.forget(email)
  if (user.banned_at !== null) throw banned(400)
  if (user.email_confirmed_at === null) throw new AuthError('email_not_confirmed', 'Email not confirmed')
  return user
}

/** Whether somebody who is signed in knows the password too. Throttled like a sign-in. */
export async function knowsPassword(auth: Auth, user: LiveUser, password: string): Promise<boolean> {
  auth.throttles.password.take(user.email)
  const right = await verifyPassword(password, user.password_hash)
  if (right) auth.throttles.password.forget(user.email)
  return right
}

/**
 * The account as it is now, for a change that was prepared outside the transaction (hashing takes long).
 * @throws AuthError when it went, was banned or got another password meanwhile
 */
export async function sameUser(trx: Trx, before: LiveUser): Promise<LiveUser> {
  const user = await findUser(trx, before.id)
  if (!isLive(user) || user.password_hash !== before.password_hash) throw invalidCredentials()
  if (user.banned_at !== null) throw banned()
  return user
}

interface SignUp extends LinkOptions {
  email: string
  password: string
  metadata: Metadata
}

/**
 * `open`: the account works. `pending`: its address has to be confirmed first; without a user the address had an
 * account already, which the answer must not tell.
 */
export type SignedUp = { kind: 'open'; user: LiveUser } | { kind: 'pending'; user: LiveUser | null }

export async function signUp(auth: Auth, request: SignUp): Promise<SignedUp> {
  const { env, db, mailer, now } = auth.deps
  const email = normaliseEmail(request.email)
  const metadata = mergeMetadata({}, request.metadata)
  if (metadata === null) throw validationFailed('User metadata is too large')
  // Before the address is looked up: the work is the same whether it has an account or not.
  const passwordHash = await hashPassword(request.password)

  if (env.authAutoconfirm)
    return inTransaction(db, async trx => {
      if (await findUserByEmail(trx, email))
        throw new AuthError('user_already_exists', 'User already registered')
      const user = await insertUser(trx, { email, passwordHash, metadata, confirmed: true }, now())
      return { kind: 'open', user: liveUser(user) }
    })

  const at = now()
  const { mail, answer } = await inTransaction<{ mail: Mail | null; answer: SignedUp }>(db, async trx => {
    const existing = await findUserByEmail(trx, email)
    const mayMail = mailIsDue(auth, 'signup', email)
    const nothing: SignedUp = { kind: 'pending', user: null }
    if (existing && (existing.email_confirmed_at !== null || !mayMail)) {
      // Written although nothing changes: a commit that is missing can be seen on a clock.
      await updateUser(trx, existing.id, {}, existing.updated_at)
      const notice = mayMail ? alreadyRegisteredMail(email, siteUrl(env)) : null
      return { mail: notice, answer: nothing }
    }
    // An address that was never confirmed belongs to nobody yet: the latest sign-up, whose link is mailed now,
    // replaces what an earlier one chose. Otherwise a stranger's password would wait in the account.
    const user = existing
      ? await updateUser(trx, existing.id, { password_hash: passwordHash, metadata }, at)
      : await insertUser(trx, { email, passwordHash, metadata, confirmed: false }, at)
    const sent = await prepareConfirmation(trx, auth, liveUser(user), request, at)
    return { mail: sent.mail, answer: existing ? nothing : { kind: 'pending', user: sent.user } }
  })
  if (mail) mailer.send(mail)
  return answer
}

async function prepareConfirmation(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  { challenge, redirectTo }: LinkOptions,
  at: number,
): Promise<{ mail: Mail; user: LiveUser }> {
  const { env } = auth.deps
  const token = await issueToken(trx, { userId: user.id, type: 'signup', email: user.email, challenge }, at)
  const updated = await updateUser(trx, user.id, { confirmation_sent_at: at }, at)
  return {
    mail: confirmationMail(user.email, mailLink(env, 'signup', token, redirectTo)),
    user: liveUser(updated),
  }
}

/** Mails a link to choose a new password, if there is such an account; the caller learns nothing either way. */
export function recover(auth: Auth, address: string, { challenge, redirectTo }: LinkOptions): void {
  const { env, db, mailer, now } = auth.deps
  const email = normaliseEmail(address)
  if (!mailIsDue(auth, 'recovery', email)) return
  auth.later(async () => {
    const mail = await inTransaction(db, async trx => {
      const user = await findUserByEmail(trx, email)
      if (!isLive(user) || user.banned_at !== null) return null
      const token = await issueToken(trx, { userId: user.id, type: 'recovery', email, challenge }, now())
      await updateUser(trx, user.id, { recovery_sent_at: now() }, now())
      return recoveryMail(email, mailLink(env, 'recovery', token, redirectTo))
    })
    if (mail) mailer.send(mail)
  })
}

/** Mails a link once more, if one is awaited; the caller learns nothing either way. */
export function resend(
  auth: Auth,
  type: 'signup' | 'email_change',
  address: string,
  options: LinkOptions,
): void {
  const { db, mailer, now } = auth.deps
  const email = normaliseEmail(address)
  if (!mailIsDue(auth, type, email)) return
  auth.later(async () => {
    const mails = await inTransaction(db, async (trx): Promise<Mail[]> => {
      const user = await findUserByEmail(trx, email)
      if (!isLive(user) || user.banned_at !== null) return []
      switch (type) {
        case 'signup':
          if (user.email_confirmed_at !== null) return []
          return [(await prepareConfirmation(trx, auth, user, options, now())).mail]
        case 'email_change':
          if (user.new_email === null) return []
          return (await prepareEmailChange(trx, auth, user, user.new_email, options)).mails
        default:
          return type satisfies never
      }
    })
    for (const mail of mails) mailer.send(mail)
  })
}

/**
 * Changes the address at once where addresses are not confirmed; else asks the old and the new one.
 * Send the mails after the transaction.
 * @throws AuthError when another account has it, or mails for a change were sent a moment ago
 */
export async function changeEmail(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  address: string,
  options: LinkOptions,
): Promise<{ user: LiveUser; mails: Mail[] }> {
  const { env, now } = auth.deps
  const email = normaliseEmail(address)
  if (email === user.email) return { user, mails: [] }
  if (await findUserByEmail(trx, email)) throw emailExists()
  if (env.authAutoconfirm)
    return {
      user: liveUser(
        await updateUser(trx, user.id, { email, new_email: null, email_confirmed_at: now() }, now()),
      ),
      mails: [],
    }
  const wait = auth.throttles.mail.secondsToWait(`email_change ${user.email}`)
  if (wait > 0)
    throw new AuthError(
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${Math.ceil(wait)} seconds.`,
      { headers: { 'Retry-After': String(Math.ceil(wait)) } },
    )
  auth.throttles.mail.count(`email_change ${user.email}`)
  return prepareEmailChange(trx, auth, user, email, options)
}

async function prepareEmailChange(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  email: string,
  { challenge, redirectTo }: LinkOptions,
): Promise<{ user: LiveUser; mails: Mail[] }> {
  const { env, now } = auth.deps
  const updated = await updateUser(
    trx,
    user.id,
    { new_email: email, email_change_sent_at: now(), email_change_confirmations: 0 },
    now(),
  )
  const ask = async (type: 'email_change_current' | 'email_change_new', to: string): Promise<Mail> => {
    const token = await issueToken(trx, { userId: user.id, type, email: to, challenge }, now())
    return emailChangeMail(to, email, mailLink(env, linkType(type), token, redirectTo))
  }
  return {
    user: liveUser(updated),
    mails: [await ask('email_change_current', user.email), await ask('email_change_new', email)],
  }
}

/** The names that programs and pages use for what a link is for. */
export const verifyTypes = ['signup', 'email', 'recovery', 'email_change', 'magiclink', 'invite'] as const
export type VerifyType = (typeof verifyTypes)[number]

function tokenTypes(type: VerifyType): OneTimeTokenType[] {
  switch (type) {
    case 'signup':
    case 'email':
      return ['signup']
    case 'recovery':
      return ['recovery']
    case 'email_change':
      return ['email_change_current', 'email_change_new']
    case 'magiclink':
    case 'invite':
      // Links of a kind that we never send.
      return []
    default:
      return type satisfies never
  }
}

/** `half`: the other address of a change has yet to confirm. */
export type Redeemed =
  | { kind: 'confirmed'; user: LiveUser; method: SignInMethod; challenge: Challenge | null }
  | { kind: 'half' }

/**
 * Takes the token of a mailed link and does what the link is for.
 * @param email when given, the token must have been sent there
 * @throws AuthError otp_expired, whatever is wrong with the token; it is then not used up
 */
export async function redeem(
  trx: Trx,
  type: VerifyType,
  secret: string,
  email: string | null,
  now: number,
): Promise<Redeemed> {
  const token = await takeToken(trx, secret, tokenTypes(type), now)
  if (!token || (email !== null && token.email !== normaliseEmail(email))) throw otpExpired()
  const user = await findUser(trx, token.user_id)
  if (!isLive(user)) throw otpExpired()
  if (user.banned_at !== null) throw banned()
  const challenge =
    token.code_challenge !== null && token.code_challenge_method !== null
      ? { value: token.code_challenge, method: token.code_challenge_method }
      : null
  switch (token.type) {
    case 'signup':
    case 'recovery': {
      if (token.email !== user.email) throw otpExpired()
      const confirmed = user.email_confirmed_at ?? now
      const updated = await updateUser(trx, user.id, { email_confirmed_at: confirmed }, now)
      const method = token.type === 'recovery' ? 'recovery' : 'otp'
      return { kind: 'confirmed', user: liveUser(updated), method, challenge }
    }
    case 'email_change_current':
    case 'email_change_new': {
      const expected = token.type === 'email_change_current' ? user.email : user.new_email
      if (user.new_email === null || token.email !== expected) throw otpExpired()
      if (user.email_change_confirmations === 0) {
        await updateUser(trx, user.id, { email_change_confirmations: 1 }, now)
        return { kind: 'half' }
      }
      if (await findUserByEmail(trx, user.new_email)) throw emailExists()
      const updated = await updateUser(
        trx,
        user.id,
        { email: user.new_email, new_email: null, email_confirmed_at: now, email_change_confirmations: 0 },
        now,
      )
      return { kind: 'confirmed', user: liveUser(updated), method: 'otp', challenge }
    }
    default:
      return token.type satisfies never
  }
}

/** One mail of a kind to an address per minute, whether it has an account or not. */
function mailIsDue(auth: Auth, kind: string, email: string): boolean {
  const key = `${kind} ${email}`
  if (auth.throttles.mail.secondsToWait(key) > 0) return false
  auth.throttles.mail.count(key)
  return true
}
