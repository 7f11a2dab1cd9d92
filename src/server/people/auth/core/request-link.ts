import { inTransaction, type Trx } from '#server/db/connection.ts'
import { requireMailCapacity } from '#server/mail/mail-queue.ts'
import { recoveryMail } from './auth.mails.ts'
import { isLive, type LiveUser, normaliseEmail } from './auth.rules.ts'
import { repeatEmailChange } from './change-email.ts'
import { type LinkOptions, queueLinkMail, takeMailSlot, toSitePages } from './mailed-links.ts'
import type { Auth } from './services.ts'
import { mailConfirmation } from './sign-up.ts'
import { findUserByEmail, updateUser } from './users.queries.ts'

/** Mails a recovery link. Neither answer nor timing reveals whether the account exists. */
export function requestRecovery(auth: Auth, address: string, options: LinkOptions): Promise<void> {
  return afterAnswer(auth, address, async (trx, user) => {
    await mailRecovery(trx, auth, user, options)
  })
}

/** @returns false within a minute of the last one */
export async function mailRecovery(
  trx: Trx,
  auth: Auth,
  { id, email }: LiveUser,
  options = toSitePages,
): Promise<boolean> {
  if (!(await takeMailSlot(trx, auth, { kind: 'recovery', email }, options))) return false
  const at = auth.deps.now()
  await updateUser(trx, id, { recovery_sent_at: at }, at)
  await queueLinkMail(trx, auth, { userId: id, type: 'recovery', email }, options, (siteName, link) =>
    recoveryMail(siteName, email, link),
  )
  return true
}

/** Mails a confirmation again. Neither answer nor timing reveals whether one is pending. */
export function resendLink(
  auth: Auth,
  type: 'signup' | 'email_change',
  address: string,
  options: LinkOptions,
): Promise<void> {
  return afterAnswer(auth, address, async (trx, user) => {
    const newEmail = type === 'email_change' ? user.new_email : null
    const isPending = type === 'signup' ? user.email_confirmed_at === null : newEmail !== null
    if (!isPending) return
    if (!(await takeMailSlot(trx, auth, { kind: type, email: user.email }, options))) return
    if (newEmail === null) await mailConfirmation(trx, auth, user, options)
    else await repeatEmailChange(trx, auth, user, newEmail, options)
  })
}

async function afterAnswer(
  auth: Auth,
  address: string,
  work: (trx: Trx, user: LiveUser) => Promise<void>,
): Promise<void> {
  const { db } = auth.deps
  await requireMailCapacity(db)
  auth.later(() =>
    inTransaction(db, async trx => {
      const user = await findUserByEmail(trx, normaliseEmail(address))
      if (isLive(user) && user.banned_at === null) await work(trx, user)
    }),
  )
}
