import type { LoggedKind } from '#contract/record.ts'
import type { Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/http/errors.ts'
import {
  type Auth,
  deleteSessions,
  dropTokens,
  issueToken,
  type LiveUser,
  mailLink,
  mailRecovery,
  type StoredPassword,
  setPassword,
  updateUser,
} from '#server/people/auth/index.ts'
import { isOnlyOwner } from '#server/people/site-roles/index.ts'
import { type Actor, record } from '#server/record/index.ts'

/** Actions that the admin page and the command line share. */
type Needs = Pick<Deps, 'env' | 'now'>

type AccountKind = Extract<
  LoggedKind<'owners'>,
  `account-${string}` | `reset-link-${string}` | 'password-reset' | 'sessions-ended'
>

const recordOn = (trx: Trx, actor: Actor, { id }: LiveUser, kind: AccountKind, now: number) =>
  record(trx, { kind, at: now, ...actor, subject: ['user', id] })

/** Ends the account's sessions. Its publications are hidden (decision 0073). @throws ApiError 409 for the only owner */
export async function banAccount(trx: Trx, { now }: Needs, actor: Actor, user: LiveUser): Promise<void> {
  if (await isOnlyOwner(trx, user.id))
    throw conflict('This is the only owner of the site. Make someone else an owner first.')
  await updateUser(trx, user.id, { banned_at: now() }, now())
  await deleteSessions(trx, user.id, null)
  await dropTokens(trx, user.id)
  await recordOn(trx, actor, user, 'account-banned', now())
}

export async function unbanAccount(trx: Trx, { now }: Needs, actor: Actor, user: LiveUser): Promise<void> {
  await updateUser(trx, user.id, { banned_at: null }, now())
  await recordOn(trx, actor, user, 'account-unbanned', now())
}

export async function endSessions(trx: Trx, { now }: Needs, actor: Actor, user: LiveUser): Promise<void> {
  await deleteSessions(trx, user.id, null)
  await recordOn(trx, actor, user, 'sessions-ended', now())
}

/** Ends the account's sessions. */
export async function changePassword(
  trx: Trx,
  { now }: Needs,
  actor: Actor,
  { user, password }: { user: LiveUser; password: StoredPassword },
): Promise<void> {
  await setPassword(trx, user.id, password, null, now())
  await recordOn(trx, actor, user, 'password-reset', now())
}

/** @returns a link that works once, for an hour */
export async function makeResetLink(
  trx: Trx,
  { env, now }: Needs,
  actor: Actor,
  user: LiveUser,
): Promise<string> {
  const { id, email } = user
  const token = await issueToken(trx, { userId: id, type: 'recovery', email, challenge: null }, now())
  await recordOn(trx, actor, user, 'reset-link-made', now())
  return mailLink(env, 'recovery', token, null)
}

/** @returns false within a minute of the last one */
export async function sendResetLink(trx: Trx, auth: Auth, actor: Actor, user: LiveUser): Promise<boolean> {
  if (!(await mailRecovery(trx, auth, user))) return false
  await recordOn(trx, actor, user, 'reset-link-sent', auth.deps.now())
  return true
}
