import { isId, type UserId } from '#contract/ids.ts'
import { authTexts } from '#contract/people/auth-texts.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { invalid, notFound, unauthorized } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { limitBy } from '#server/http/rate-limit.ts'
import { AuthError } from '../core/auth.errors.ts'
import { presentSessionInfo, presentUser } from '../core/auth.present.ts'
import { isLive, type LiveUser, liveUser, mergeMetadata, parseMetadata } from '../core/auth.rules.ts'
import { changeEmail } from '../core/change-email.ts'
import { confirmPassword, reloadSignedIn } from '../core/check-password.ts'
import { toSitePages } from '../core/mailed-links.ts'
import { hashPassword } from '../core/passwords.ts'
import type { Auth } from '../core/services.ts'
import { deleteSession, listSessions } from '../core/sessions.queries.ts'
import { setPassword } from '../core/set-password.ts'
import { anonymiseUser, findUser, updateUser } from '../core/users.queries.ts'
import { clearSessionCookie } from './session-cookie.ts'

/** Part of a deletion that other features do in the same transaction. @throws ApiError 409 */
export type PrepareDeletion = (trx: Trx, user: UserId, withoutPayout: boolean, now: number) => Promise<void>

export function accountRoutes(auth: Auth, prepareDeletion: PrepareDeletion) {
  const { db, now } = auth.deps
  const app = new EndpointApp('/api/auth')

  async function accountOf(person: Person): Promise<LiveUser> {
    const user = await findUser(db, person.id)
    if (!isLive(user)) throw unauthorized()
    return user
  }

  /** 400, since a 401 would look like an expired session. */
  const wrongPassword = () => invalid([{ path: 'currentPassword', message: authTexts.wrongPassword }])

  /** @throws ApiError 400 for a wrong password */
  async function confirmedAccount(person: Person, currentPassword: string): Promise<LiveUser> {
    const user = await accountOf(person)
    if (!(await confirmPassword(auth, user, person.sessionId, currentPassword))) throw wrongPassword()
    return user
  }

  /** Reads a confirmed account in the transaction. @throws ApiError 400 when another tab changed the password */
  const reloadConfirmed = (trx: Trx, user: LiveUser, person: Person): Promise<LiveUser> =>
    reloadSignedIn(trx, user, person.sessionId).catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'invalid_credentials' ? wrongPassword() : error
    })

  app.endpoint('PATCH /api/auth/user', { limit: limitBy(auth.throttles.change) }, async c => {
    const { firstName, lastName, profileImageUrl } = c.req.valid('json')
    const { person } = c.var
    const user = await inTransaction(db, async trx => {
      const before = await findUser(trx, person.id)
      if (!isLive(before)) throw unauthorized()
      const metadata = mergeMetadata(parseMetadata(before.metadata), {
        ...(firstName !== undefined && { first_name: firstName }),
        ...(lastName !== undefined && { last_name: lastName }),
        ...(profileImageUrl !== undefined && { avatar_url: profileImageUrl }),
      })
      if (metadata === null) throw invalid([{ path: '', message: 'Your account can’t store more data.' }])
      return updateUser(trx, person.id, { metadata }, now())
    })
    return c.json({ user: presentUser(liveUser(user)) })
  })

  app.endpoint('POST /api/auth/password', { limit: limitBy(auth.throttles.change) }, async c => {
    const { currentPassword, password } = c.req.valid('json')
    const { person } = c.var
    const user = await confirmedAccount(person, currentPassword)
    const hash = await hashPassword(password)
    const current = await inTransaction(db, async trx => {
      await reloadConfirmed(trx, user, person)
      return setPassword(trx, user.id, hash, person.sessionId, now())
    })
    return c.json({ user: presentUser(liveUser(current)) })
  })

  app.endpoint('POST /api/auth/email', { limit: limitBy(auth.throttles.change) }, async c => {
    const { currentPassword, email } = c.req.valid('json')
    const { person } = c.var
    const before = await confirmedAccount(person, currentPassword)
    const user = await inTransaction(db, async trx =>
      changeEmail(trx, auth, await reloadConfirmed(trx, before, person), email, toSitePages),
    )
    return c.json({ user: presentUser(user) })
  })

  app.endpoint('GET /api/auth/sessions', async c => {
    const { person } = c.var
    const sessions = await listSessions(db, person.id, now())
    return jsonWithEtag(
      c,
      sessions.map(session => presentSessionInfo(session, person.sessionId)),
    )
  })

  app.endpoint('DELETE /api/auth/sessions/:id', async c => {
    const { person } = c.var
    const id = c.req.param('id')
    const isDeleted =
      isId<'session'>(id) && (await inTransaction(db, trx => deleteSession(trx, person.id, id)))
    if (!isDeleted) throw notFound('This device is already signed out.')
    if (id === person.sessionId) clearSessionCookie(c)
    return c.body(null, 204)
  })

  app.endpoint('DELETE /api/auth/user', { limit: limitBy(auth.throttles.change) }, async c => {
    const { currentPassword, withoutPayout = false } = c.req.valid('json')
    const { person } = c.var
    const user = await confirmedAccount(person, currentPassword)
    await inTransaction(db, async trx => {
      await reloadConfirmed(trx, user, person)
      await prepareDeletion(trx, user.id, withoutPayout, now())
      await anonymiseUser(trx, user.id, now())
    })
    clearSessionCookie(c)
    return c.body(null, 204)
  })

  return app
}
