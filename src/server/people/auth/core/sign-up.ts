import { ageRequired } from '#contract/people/auth-texts.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { invalid } from '#server/http/errors.ts'
import { requireMailCapacity } from '#server/mail/mail-queue.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { AuthError, validationFailed } from './auth.errors.ts'
import { confirmationMail } from './auth.mails.ts'
import { type LiveUser, liveUser, type Metadata, mergeMetadata, normaliseEmail } from './auth.rules.ts'
import type { UserRow } from './auth.table.ts'
import { type LinkOptions, queueAlreadyRegisteredMail, queueLinkMail, takeMailSlot } from './mailed-links.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Auth } from './services.ts'
import { findUserByEmail, insertUser, updateUser } from './users.queries.ts'

interface SignUp extends LinkOptions {
  network: string
  email: string
  password: string
  metadata: Metadata
  /** True if the person confirmed MINIMUM_AGE. */
  ageConfirmed: boolean
}

/** `pending`: needs confirmation; null hides an existing account. */
export type SignUpResult = { kind: 'open'; user: LiveUser } | { kind: 'pending'; user: LiveUser | null }

/**
 * Creates an account, or queues the mail that confirms it; decisions 0011 and 0015.
 * @throws AuthError for a taken address and too much metadata @throws ApiError 400 without the age, 429, 503
 */
export async function signUp(auth: Auth, request: SignUp): Promise<SignUpResult> {
  const { env, db, now } = auth.deps
  const email = normaliseEmail(request.email)
  if (env.minimumAge !== null && !request.ageConfirmed)
    throw invalid([{ path: 'ageConfirmed', message: ageRequired(env.minimumAge) }])
  const ageConfirmedAt = env.minimumAge === null ? null : now()
  const metadata = mergeMetadata({}, request.metadata)
  if (metadata === null) throw validationFailed('User metadata is too large')
  // Equal timing for known addresses.
  const password = await hashPassword(request.password)

  if (env.authAutoconfirm)
    return inTransaction(db, async trx => {
      if (await findUserByEmail(trx, email))
        throw new AuthError('user_already_exists', 'User already registered')
      await countCreated(trx, auth.deps, { network: request.network }, 'signUps')
      const user = await insertUser(
        trx,
        { email, password, metadata, confirmed: true, ageConfirmedAt },
        now(),
      )
      return { kind: 'open', user: liveUser(user) }
    })

  for (let attempt = 1; ; attempt += 1) {
    const pending = pendingPassword(await findUserByEmail(db, email))
    const isSame = await verifyPassword(request.password, pending)
    const answer = await inTransaction<SignUpResult | null>(db, async trx => {
      const existing = await findUserByEmail(trx, email)
      // Compare again after concurrent sign-ups; duplicates don't conflict.
      const hasChanged = pendingPassword(existing) !== pending
      if (hasChanged && attempt < 3) return null
      // Known addresses cost the same, so that answers don't reveal them.
      await requireMailCapacity(trx)
      await countCreated(trx, auth.deps, { network: request.network }, 'signUps')
      const mayMail = await takeMailSlot(trx, auth, { kind: 'signup', email }, request)
      if (!existing) {
        const user = await insertUser(
          trx,
          { email, password, metadata, confirmed: false, ageConfirmedAt },
          now(),
        )
        return { kind: 'pending', user: await mailConfirmation(trx, auth, liveUser(user), request) }
      }
      const answer: SignUpResult = { kind: 'pending', user: null }
      if (existing.email_confirmed_at !== null) {
        // No-op write for equal timing.
        await updateUser(trx, existing.id, {}, existing.updated_at)
        if (mayMail) await queueAlreadyRegisteredMail(trx, auth, email)
        return answer
      }
      const user = await updateUser(
        trx,
        existing.id,
        {
          age_confirmed_at: ageConfirmedAt,
          ...(isSame && !hasChanged
            ? { metadata }
            : {
                password_hash: null,
                has_long_password: null,
                metadata: existing.metadata === metadata ? metadata : '{}',
              }),
        },
        now(),
      )
      if (mayMail) await mailConfirmation(trx, auth, liveUser(user), request)
      return answer
    })
    if (answer !== null) return answer
  }
}

/** Null after sign-ups with different passwords: the owner is unknown, so the link sets a new password. */
const pendingPassword = (user: UserRow | undefined) =>
  user?.email_confirmed_at === null ? user.password_hash : null

export async function mailConfirmation(
  trx: Trx,
  auth: Auth,
  user: LiveUser,
  options: LinkOptions,
): Promise<LiveUser> {
  const { id: userId, email } = user
  await queueLinkMail(trx, auth, { userId, type: 'signup', email }, options, (siteName, link) =>
    confirmationMail(siteName, email, link, user.password_hash === null),
  )
  const at = auth.deps.now()
  return liveUser(await updateUser(trx, userId, { confirmation_sent_at: at }, at))
}
