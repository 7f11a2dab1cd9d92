import type { SessionId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { siteUrl } from '#server/env.ts'
import { countCreated } from '#server/features/daily-limits/index.ts'
import { sharedNetwork } from '#server/http/network.ts'
import { queueMail, requireMailCapacity } from '#server/mail/mail-queue.ts'
import {
  AuthError,
  banned,
  emailExists,
  invalidCredentials,
  otpExpired,
  validationFailed,
} from './auth.errors.ts'
import { alreadyRegisteredMail, confirmationMail, emailChangeMail, recoveryMail } from './auth.mails.ts'
import {
  isLive,
  type LiveUser,
  liveUser,
  type Metadata,
  mergeMetadata,
  normaliseEmail,
} from './auth.rules.ts'
import type { OneTimeTokenType, SignInMethod, UserRow } from './auth.table.ts'
import { isKnownNetwork } from './known-networks.queries.ts'
import { linkType, mailLink } from './links.ts'
import {
  type Challenge,
  dropTokensOfTypes,
  findToken,
  issueToken,
  liveTokenTypes,
  takeToken,
  tokenLife,
} from './one-time-tokens.queries.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Auth } from './services.ts'
import { findUser, findUserByEmail, insertUser, updateUser } from './users.queries.ts'

/** How a link that is mailed leads back to a program; neither: to our own pages. */
export interface LinkOptions {
  challenge: Challenge | null
  redirectTo: string | null
}

export const toSitePages: LinkOptions = { challenge: null, redirectTo: null }

/**
 * Who this address and password belong to.
 * @throws AuthError the same for an unknown address and a wrong password; what is wrong with the account itself
 * is told only to whoever knows its password
 */
export async function checkPassword(
  auth: Auth,
  { network, knownDevice }: GuessSource,
  address: string,
  password: string,
): Promise<LiveUser> {
  const { throttles, deps } = auth
  // What is longer is nobody's address; as the key of a throttle it would only fill the memory.
  const email = normaliseEmail(address).slice(0, limits.emailMax + 1)
  const user = await findUserByEmail(deps.db, email)
  const userId = user?.id ?? null
  const device = userId === null ? null : knownDevice(userId)
  const source = device === null ? network : `device ${device}`
  // One account's browsers share a limit, however many it has signed in with.
  throttles.token.take(device === null ? network : `account ${userId}`)
  const isStranger = device === null && !(await isKnownNetwork(deps.db, userId, network))
  if (isStranger) throttles.strangers.check(email)
  throttles.password.take(guessKey(source, email))
  const shared = sharedNetwork(source)
  if (shared !== source) throttles.sharedPassword.take(guessKey(shared, email))
  if (isStranger) throttles.strangers.count(email)
  const right = await verifyPassword(password, user?.password_hash ?? null)
  if (!right || !isLive(user)) throw invalidCredentials()
  throttles.password.forget(guessKey(source, email))
  throttles.sharedPassword.forget(guessKey(shared, email))
  if (user.banned_at !== null) throw banned(400)
  if (user.email_confirmed_at === null) throw new AuthError('email_not_confirmed', 'Email not confirmed')
  return user
}

/** Where a password comes from: a program's request knows no device. */
export interface GuessSource {
  network: string
  /** The id of a browser that has signed in to the account before. */
  knownDevice(userId: UserId): string | null
}

/** What wrong guesses are counted by. */
export const guessKey = (source: string, email: string) => `${source} ${email}`

/** Whether the person of this session knows the password too. Throttled like a sign-in, by session. */
export async function knowsPassword(
  auth: Auth,
  user: LiveUser,
  sessionId: SessionId,
  password: string,
): Promise<boolean> {
  const key = guessKey(`session ${sessionId}`, user.email)
  auth.throttles.password.take(key)
  const right = await verifyPassword(password, user.password_hash)
  if (right) auth.throttles.password.forget(key)
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
  network: string
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
  const { env, db, now } = auth.deps
  const email = normaliseEmail(request.email)
  const metadata = mergeMetadata({}, request.metadata)
  if (metadata === null) throw validationFailed('User metadata is too large')
  // Before the address is looked up: the work is the same whether it has an account or not.
  const passwordHash = await hashPassword(request.password)

  if (env.authAutoconfirm)
    return inTransaction(db, async trx => {
      if (await findUserByEmail(trx, email))
        throw new AuthError('user_already_exists', 'User already registered')
      await countCreated(trx, auth.deps, { network: request.network }, 'signUps')
      const user = await insertUser(trx, { email, passwordHash, metadata, confirmed: true }, now())
      return { kind: 'open', user: liveUser(user) }
    })

  const at = now()
  for (let attempt = 1; ; attempt += 1) {
    const known = pendingPassword(await findUserByEmail(db, email))
    const isSame = await verifyPassword(request.password, known)
    const answer = await inTransaction<SignedUp | null>(db, async trx => {
      const existing = await findUserByEmail(trx, email)
      // Another sign-up came between: compare with its password, so that a form sent twice is no conflict.
      const changed = pendingPassword(existing) !== known
      if (changed && attempt < 3) return null
      // Whether there is an account or not: neither limit must tell.
      await requireMailCapacity(trx)
      await countCreated(trx, auth.deps, { network: request.network }, 'signUps')
      if (!existing) {
        const user = await insertUser(trx, { email, passwordHash, metadata, confirmed: false }, at)
        auth.throttles.mail.count(mailKey('signup', email, request))
        return { kind: 'pending', user: await askToConfirm(trx, auth, liveUser(user), request, at) }
      }
      const answer: SignedUp = { kind: 'pending', user: null }
      const mayMail = mailIsDue(auth, 'signup', email, request)
      if (existing.email_confirmed_at !== null) {
        // Written although nothing changes: a commit that is missing can be seen on a clock.
        await updateUser(trx, existing.id, {}, existing.updated_at)
        if (mayMail) await queueMail(trx, alreadyRegisteredMail(email, siteUrl(env)), at)
        return answer
      }
      const user = await updateUser(
        trx,
        existing.id,
        isSame && !changed
          ? { metadata }
          : { password_hash: null, metadata: existing.metadata === metadata ? metadata : '{}' },
        at,
      )
      if (mayMail) await askToConfirm(trx, auth, liveUser(user), request, at)
      return answer
    })
    if (answer !== null) return answer
  }
}

/**
 * The hash of the password that a confirmation will activate. Two sign-ups of an unconfirmed address with different
 * passwords leave none: the server can't tell which is the owner's, so every link asks for a new password.
 */
const pendingPassword = (user: UserRow | undefined) =>
  user?.email_confirmed_at === null ? user.password_hash : null

/** Whether the link of this token has to ask for a new password before it confirms the address. */
export async function needsPassword(trx: Trx, secret: string, now: number): Promise<boolean> {
  const token = await findToken(trx, secret, ['signup'], now)
  const user = token && (await findUser(trx, token.user_id))
  return isLive(user) && user.password_hash === null
}

/** Queues the mail with a link to confirm the address. */
async function askToConfirm(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  { challenge, redirectTo }: LinkOptions,
  at: number,
): Promise<LiveUser> {
  const { env } = auth.deps
  const token = await issueToken(trx, { userId: user.id, type: 'signup', email: user.email, challenge }, at)
  const link = mailLink(env, 'signup', token, redirectTo)
  await queueMail(trx, confirmationMail(user.email, link, user.password_hash === null), at, at + tokenLife)
  return liveUser(await updateUser(trx, user.id, { confirmation_sent_at: at }, at))
}

/** Mails a link to choose a new password, if there is such an account; the caller learns nothing either way. */
export async function recover(auth: Auth, address: string, options: LinkOptions): Promise<void> {
  const { env, db, now } = auth.deps
  const { challenge, redirectTo } = options
  const email = normaliseEmail(address)
  await requireMailCapacity(db)
  auth.later(() =>
    inTransaction(db, async trx => {
      const user = await findUserByEmail(trx, email)
      if (!isLive(user) || user.banned_at !== null || !mailIsDue(auth, 'recovery', email, options)) return
      const at = now()
      const token = await issueToken(trx, { userId: user.id, type: 'recovery', email, challenge }, at)
      await updateUser(trx, user.id, { recovery_sent_at: at }, at)
      const link = mailLink(env, 'recovery', token, redirectTo)
      await queueMail(trx, recoveryMail(email, link), at, at + tokenLife)
    }),
  )
}

/** Mails a link once more, if one is awaited; the caller learns nothing either way. */
export async function resend(
  auth: Auth,
  type: 'signup' | 'email_change',
  address: string,
  options: LinkOptions,
): Promise<void> {
  const { db, now } = auth.deps
  const email = normaliseEmail(address)
  await requireMailCapacity(db)
  auth.later(() =>
    inTransaction(db, async trx => {
      const user = await findUserByEmail(trx, email)
      if (!isLive(user) || user.banned_at !== null) return
      switch (type) {
        case 'signup':
          if (user.email_confirmed_at === null && mailIsDue(auth, type, email, options))
            await askToConfirm(trx, auth, user, options, now())
          return
        case 'email_change':
          if (user.new_email !== null && mailIsDue(auth, type, email, options))
            await repeatEmailChange(trx, auth, user, user.new_email, options)
          return
        default:
          return type satisfies never
      }
    }),
  )
}

/**
 * Changes the address at once where addresses are not confirmed; else asks the old and the new one.
 * @throws AuthError when another account has it, or mails for a change were sent a moment ago
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
  if (email === user.email) return user
  if (await findUserByEmail(trx, email)) throw emailExists()
  if (env.authAutoconfirm)
    return liveUser(
      await updateUser(trx, user.id, { email, new_email: null, email_confirmed_at: now() }, now()),
    )
  // A key of its own: a stranger's requests to send the mails of a change again must not refuse the owner's change.
  const key = `change ${user.id}`
  const wait = auth.throttles.mail.secondsToWait(key)
  if (wait > 0)
    throw new AuthError(
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${Math.ceil(wait)} seconds.`,
      { headers: { 'Retry-After': String(Math.ceil(wait)) } },
    )
  auth.throttles.mail.count(key)
  return askBothAddresses(trx, auth, user, email, options)
}

async function askBothAddresses(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  email: string,
  options: LinkOptions,
): Promise<LiveUser> {
  const { now } = auth.deps
  const updated = await updateUser(
    trx,
    user.id,
    { new_email: email, email_change_sent_at: now(), email_change_confirmations: 0 },
    now(),
  )
  // A link of an earlier change must not confirm this one.
  await dropTokensOfTypes(trx, user.id, emailChangeTypes)
  await askAddresses(trx, auth, user, email, emailChangeTypes, options)
  return liveUser(updated)
}

const emailChangeTypes = ['email_change_current', 'email_change_new'] as const

/** The mails of a change once more, to the addresses that have yet to confirm. Earlier links keep working. */
async function repeatEmailChange(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  email: string,
  options: LinkOptions,
): Promise<void> {
  const live = await liveTokenTypes(trx, user.id, auth.deps.now())
  const awaited = emailChangeTypes.filter(type => live.includes(type))
  if (awaited.length > 0) await askAddresses(trx, auth, user, email, awaited, options)
  else await askBothAddresses(trx, auth, user, email, options)
}

/** Queues the mails with links to confirm the change. */
async function askAddresses(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  email: string,
  types: readonly (typeof emailChangeTypes)[number][],
  { challenge, redirectTo }: LinkOptions,
): Promise<void> {
  const { env, now } = auth.deps
  const at = now()
  for (const type of types) {
    const to = type === 'email_change_current' ? user.email : email
    const token = await issueToken(trx, { userId: user.id, type, email: to, challenge }, at)
    const link = mailLink(env, linkType(type), token, redirectTo)
    await queueMail(trx, emailChangeMail(to, email, link), at, at + tokenLife)
  }
}

/** The names that programs and pages use for what a link is for. */
export const verifyTypes = ['signup', 'email', 'recovery', 'email_change', 'magiclink', 'invite'] as const
export type VerifyType = (typeof verifyTypes)[number]

/** The tokens that a link of this kind may carry. */
export function tokenTypes(type: VerifyType): OneTimeTokenType[] {
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
 * Takes the token of a mailed link and does what the link is for. A user without a password has to choose one.
 * @param email when given, the token must have been sent there
 * @throws AuthError otp_expired, whatever is wrong with the token; it is then not used up
 */
export async function redeem(
  trx: Trx,
  types: readonly OneTimeTokenType[],
  secret: string,
  email: string | null,
  now: number,
): Promise<Redeemed> {
  const token = await takeToken(trx, secret, types, now)
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
      if (user.email_confirmed_at === null) await dropTokensOfTypes(trx, user.id, ['signup'])
      const updated = await updateUser(
        trx,
        user.id,
        {
          email_confirmed_at: user.email_confirmed_at ?? now,
          // A recovery belongs to no sign-up, so it must not activate the password of one.
          ...(token.type === 'recovery' && user.email_confirmed_at === null && { password_hash: null }),
        },
        now,
      )
      const method = token.type === 'recovery' || updated.password_hash === null ? 'recovery' : 'otp'
      return { kind: 'confirmed', user: liveUser(updated), method, challenge }
    }
    case 'email_change_current':
    case 'email_change_new': {
      const expected = token.type === 'email_change_current' ? user.email : user.new_email
      if (user.new_email === null || token.email !== expected) throw otpExpired()
      // Each address confirms once, however many links it was sent.
      await dropTokensOfTypes(trx, user.id, [token.type])
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

/**
 * What mails are counted by. Links that lead to a program count by themselves: their requests, which anyone can make for
 * any address, must not keep back the link that its owner asks for on our pages.
 */
const mailKey = (kind: string, email: string, { redirectTo }: LinkOptions) =>
  `${kind} ${redirectTo === null ? 'page' : 'program'} ${email}`

/** One mail of a kind to an address per minute. Ask only where the mail is sent: a request without one costs nothing. */
function mailIsDue(auth: Auth, kind: string, email: string, options: LinkOptions): boolean {
  const key = mailKey(kind, email, options)
  if (auth.throttles.mail.secondsToWait(key) > 0) return false
  auth.throttles.mail.count(key)
  return true
}
