import { newId, type SessionId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { allRows } from '#server/db/row-order.ts'
import type { Env } from '#server/env.ts'
import { isLive, type LiveUser, liveUser } from './auth.rules.ts'
import type { SessionRow, SignInMethod } from './auth.table.ts'
import { rememberNetwork } from './known-networks.queries.ts'
import { findUser } from './users.queries.ts'

export interface OpenSession {
  session: SessionRow
  user: LiveUser
}

const sessionByCookie = compileFirst((db, cookieHash: string) =>
  db.selectFrom('sessions').selectAll().where('cookie_hash', '=', cookieHash),
)

export async function findSessionByCookie(db: Db, cookieHash: string): Promise<OpenSession | undefined> {
  const session = await sessionByCookie(db, cookieHash)
  const user = session && (await findUser(db, session.user_id))
  return session && isLive(user) ? { session, user } : undefined
}

export function findSession(db: Db, id: SessionId): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listSessions(db: Db, userId: UserId, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('idle_expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .limit(limits.sessions)
    .execute()
}

export interface Visit {
  userAgent: string
  address: string
  network: string
}

interface NewSession {
  userId: UserId
  method: SignInMethod
  visit: Visit
  /** Null for a GoTrue session. */
  cookieHash: string | null
}

/** Ends the least recently used sessions, so that `limits.sessions` allows one more. */
async function endSurplusSessions(trx: Trx, userId: UserId): Promise<void> {
  const surplus = trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(allRows)
    .offset(limits.sessions - 1)
  await trx.deleteFrom('sessions').where('id', 'in', surplus).execute()
}

export async function insertSession(
  trx: Trx,
  { userId, method, visit, cookieHash }: NewSession,
  env: Env,
  now: number,
): Promise<OpenSession> {
  await endSurplusSessions(trx, userId)
  const session = await trx
    .insertInto('sessions')
    .values({
      id: newId<'session'>(),
      user_id: userId,
      cookie_hash: cookieHash,
      refresh_counter: cookieHash === null ? 0 : null,
      method,
      user_agent: visit.userAgent.slice(0, 300),
      address: visit.address,
      created_at: now,
      seen_at: now,
      idle_expires_at: now + env.sessionIdleTtl * 1000,
      expires_at: now + env.sessionMaxTtl * 1000,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const user = await trx
    .updateTable('users')
    .set({ last_sign_in_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await rememberNetwork(trx, userId, visit.network, now)
  return { session, user: liveUser(user) }
}

/** Notes a use of the session, which restarts its idle limit. @param refresh_counter of a rotated refresh token */
export function touchSession(
  trx: Trx,
  id: SessionId,
  { sessionIdleTtl }: Pick<Env, 'sessionIdleTtl'>,
  now: number,
  refresh_counter?: number,
): Promise<SessionRow | undefined> {
  return trx
    .updateTable('sessions')
    .set({
      seen_at: now,
      idle_expires_at: now + sessionIdleTtl * 1000,
      ...(refresh_counter !== undefined && { refresh_counter, refreshed_at: now }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteSession(trx: Trx, userId: UserId, id: SessionId): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteSessionByCookie(trx: Trx, cookieHash: string): Promise<void> {
  await trx.deleteFrom('sessions').where('cookie_hash', '=', cookieHash).execute()
}

/** @param except null deletes all */
export async function deleteSessions(trx: Trx, userId: UserId, except: SessionId | null): Promise<void> {
  let statement = trx.deleteFrom('sessions').where('user_id', '=', userId)
  if (except !== null) statement = statement.where('id', '!=', except)
  await statement.execute()
}

export type SignOutScope = 'local' | 'global' | 'others'

export async function signOut(
  trx: Trx,
  userId: UserId,
  sessionId: SessionId,
  scope: SignOutScope,
): Promise<void> {
  if (scope === 'local') await deleteSession(trx, userId, sessionId)
  else await deleteSessions(trx, userId, scope === 'others' ? sessionId : null)
}
