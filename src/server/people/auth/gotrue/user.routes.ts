import { Hono } from 'hono'
import { inTransaction } from '#server/db/connection.ts'
import type { AppEnv } from '#server/http/context.ts'
import { AuthError, invalidCredentials, validationFailed } from '../core/auth.errors.ts'
import { liveUser, mergeMetadata, parseMetadata } from '../core/auth.rules.ts'
import { authenticate, bearerToken } from '../core/bearer.ts'
import { changeEmail } from '../core/change-email.ts'
import { confirmPassword, reloadSignedIn } from '../core/check-password.ts'
import { hashPassword } from '../core/passwords.ts'
import type { Auth } from '../core/services.ts'
import { signOut } from '../core/sessions.queries.ts'
import { setPassword } from '../core/set-password.ts'
import { updateUser } from '../core/users.queries.ts'
import { emailOf, linkOptionsOf, newPasswordOf, readBody, recordOf, textOf } from './gotrue.body.ts'
import { presentGoTrueUser } from './gotrue.present.ts'

export function userRoutes(auth: Auth) {
  const { db, now } = auth.deps
  const authenticateHeader = (authorization: string | undefined) =>
    authenticate(auth, bearerToken(authorization))

  return new Hono<AppEnv>()
    .get('/user', async c => {
      const { user } = await authenticateHeader(c.req.header('authorization'))
      return c.json(presentGoTrueUser(user))
    })
    .put('/user', async c => {
      await auth.throttles.change.take(c.var.network)
      const { user, session } = await authenticateHeader(c.req.header('authorization'))
      const body = await readBody(c)
      if (recordOf(body, 'app_metadata') !== null)
        throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges')
      if (textOf(body, 'phone') !== null)
        throw new AuthError('phone_provider_disabled', 'Phone logins are disabled')
      const password = newPasswordOf(body)
      const email = textOf(body, 'email') === null ? null : emailOf(body)
      const data = recordOf(body, 'data')
      const options = linkOptionsOf(c, auth, body)
      const currentPassword = textOf(body, 'current_password')
      if (currentPassword !== null && !(await confirmPassword(auth, user, session.id, currentPassword)))
        throw invalidCredentials()
      // Throttled: a refusal later in this call would make it a free guess of the current password.
      if (password !== null && (await confirmPassword(auth, user, session.id, password)))
        throw new AuthError('same_password', 'New password should be different from the old password.')
      const hash = password === null ? null : await hashPassword(password)

      const result = await inTransaction(db, async trx => {
        let current = await reloadSignedIn(trx, user, session.id)
        if (data !== null) {
          const metadata = mergeMetadata(parseMetadata(current.metadata), data)
          if (metadata === null) throw validationFailed('User metadata is too large')
          current = liveUser(await updateUser(trx, user.id, { metadata }, now()))
        }
        if (hash !== null) {
          current = liveUser(await setPassword(trx, user.id, hash, session.id, now()))
        }
        if (email !== null) current = await changeEmail(trx, auth, current, email, options)
        return current
      })
      return c.json(presentGoTrueUser(result))
    })
    .post('/logout', async c => {
      const { user, session } = await authenticateHeader(c.req.header('authorization'))
      const scope = c.req.query('scope') ?? 'global'
      if (scope !== 'global' && scope !== 'local' && scope !== 'others')
        throw validationFailed(`Unsupported logout scope "${scope.slice(0, 50)}"`)
      await inTransaction(db, trx => signOut(trx, user.id, session.id, scope))
      return c.body(null, 204)
    })
}
