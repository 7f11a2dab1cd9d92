import { Hono } from 'hono'
import { inTransaction } from '#server/db/connection.ts'
import { siteUrl } from '#server/env.ts'
import type { AppEnv } from '#server/http/context.ts'
import { validationFailed } from '../core/auth.errors.ts'
import { allowedRedirect } from '../core/links.ts'
import { issueCode } from '../core/one-time-tokens.queries.ts'
import { redeemLink, tokenTypes, type VerifyType, verifyTypes } from '../core/redeem-link.ts'
import { requestRecovery, resendLink } from '../core/request-link.ts'
import type { Auth } from '../core/services.ts'
import { emailOf, linkOptionsOf, readBody, textOf } from './gotrue.body.ts'
import { toAuthError } from './gotrue.errors.ts'
import { presentSession } from './gotrue.present.ts'
import { openBearerSession } from './open-session.ts'

const half = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export function verifyRoutes(auth: Auth) {
  const { db, env, now } = auth.deps

  return new Hono<AppEnv>()
    .post('/recover', async c => {
      await auth.throttles.recover.take(c.var.network)
      const body = await readBody(c)
      await requestRecovery(auth, emailOf(body), linkOptionsOf(c, auth, body))
      return c.json({})
    })
    .post('/resend', async c => {
      await auth.throttles.resend.take(c.var.network)
      const body = await readBody(c)
      const type = textOf(body, 'type')
      if (type !== 'signup' && type !== 'email_change')
        throw validationFailed('Type must be one of signup or email_change')
      await resendLink(auth, type, emailOf(body), linkOptionsOf(c, auth, body))
      return c.json({})
    })
    .post('/verify', async c => {
      await auth.throttles.verify.take(c.var.network)
      const body = await readBody(c)
      const type = verifyType(textOf(body, 'type') ?? undefined)
      const hash = textOf(body, 'token_hash')
      const token = textOf(body, 'token')
      const email = textOf(body, 'email')
      if (hash !== null && (token !== null || email !== null))
        throw validationFailed('Only the token_hash and type should be provided')
      if (hash === null && (token === null || email === null))
        throw validationFailed('Only an email address or token_hash should be provided on verify')
      const open = await inTransaction(db, async trx => {
        const redemption = await redeemLink(
          trx,
          tokenTypes[type],
          hash ?? token ?? '',
          hash === null ? email : null,
          now(),
        )
        if (redemption.kind === 'half') return null
        return openBearerSession(trx, auth, c, redemption.user.id, redemption.method)
      })
      return open === null ? c.json({ msg: half, code: '200' }) : c.json(await presentSession(auth, open))
    })
    .get('/verify', async c => {
      const target = new URL(allowedRedirect(env, c.req.query('redirect_to')) ?? siteUrl(env))
      // RFC 9110, 9.2.1: mail scanners' HEAD must not consume the token.
      if (c.req.method === 'HEAD') return c.redirect(target.href, 303)
      try {
        await auth.throttles.verify.take(c.var.network)
        const type = verifyType(c.req.query('type'))
        const token = c.req.query('token') || c.req.query('token_hash')
        if (!token) throw validationFailed('Verify requires a token or a token hash')
        const result = await inTransaction(db, async trx => {
          const redemption = await redeemLink(trx, tokenTypes[type], token, null, now())
          if (redemption.kind === 'half') return { kind: 'half' as const }
          const { challenge, user, method } = redemption
          if (challenge)
            return { kind: 'code' as const, code: await issueCode(trx, user.id, challenge, method, now()) }
          return { kind: 'open' as const, open: await openBearerSession(trx, auth, c, user.id, method) }
        })
        switch (result.kind) {
          case 'half':
            target.hash = new URLSearchParams({ message: half, sb: '' }).toString()
            break
          case 'code':
            target.searchParams.set('code', result.code)
            break
          case 'open': {
            const session = await presentSession(auth, result.open)
            target.hash = new URLSearchParams({
              access_token: session.access_token,
              expires_at: String(session.expires_at),
              expires_in: String(session.expires_in),
              refresh_token: session.refresh_token,
              sb: '',
              token_type: 'bearer',
              // auth-js then asks for a new password.
              type: result.open.user.password_hash === null ? 'recovery' : type,
            }).toString()
            break
          }
          default:
            return result satisfies never
        }
      } catch (cause) {
        const error = toAuthError(cause, c)
        target.hash = new URLSearchParams({
          error: 'access_denied',
          error_code: error.code,
          error_description: error.message,
          sb: '',
        }).toString()
      }
      return c.redirect(target.href, 303)
    })
}

function verifyType(value: string | undefined): VerifyType {
  const type = verifyTypes.find(each => each === value)
  if (!type) throw validationFailed('Verify requires a verification type')
  return type
}
