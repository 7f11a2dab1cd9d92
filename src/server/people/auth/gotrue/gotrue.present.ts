import { iso } from '#contract/iso.ts'
import type { GoTrueSession, GoTrueUser } from '#contract/people/gotrue.ts'
import { siteUrl } from '#server/env.ts'
import { type LiveUser, parseMetadata } from '../core/auth.rules.ts'
import type { UserRow } from '../core/auth.table.ts'
import type { Auth } from '../core/services.ts'
import type { OpenSession } from '../core/sessions.queries.ts'
import { isWeak, weakPasswordText, weakReasons } from './gotrue.body.ts'
import { makeRefreshToken } from './refresh-tokens.ts'

const appMetadata: GoTrueUser['app_metadata'] = { provider: 'email', providers: ['email'] }

function times(user: UserRow) {
  const at = (name: string, value: number | null) => (value === null ? {} : { [name]: iso(value) })
  return {
    ...at('email_confirmed_at', user.email_confirmed_at),
    ...at('confirmed_at', user.email_confirmed_at),
    ...at('confirmation_sent_at', user.confirmation_sent_at),
    ...at('recovery_sent_at', user.recovery_sent_at),
    ...at('email_change_sent_at', user.new_email === null ? null : user.email_change_sent_at),
    ...at('last_sign_in_at', user.last_sign_in_at),
  }
}

const userMetadata = (user: UserRow) => ({
  ...parseMetadata(user.metadata),
  email_verified: user.email_confirmed_at !== null,
})

export function presentGoTrueUser(user: LiveUser): GoTrueUser {
  const common = { created_at: iso(user.created_at), updated_at: iso(user.updated_at) }
  const identity: GoTrueUser['identities'][number] = {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: { sub: user.id, email: user.email },
    provider: 'email',
    email: user.email,
    ...(user.last_sign_in_at !== null && { last_sign_in_at: iso(user.last_sign_in_at) }),
    ...common,
  }
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    ...times(user),
    ...(user.new_email !== null && { new_email: user.new_email }),
    app_metadata: appMetadata,
    user_metadata: userMetadata(user),
    // Matches a sign-up of a known address.
    identities: user.email_confirmed_at === null ? [] : [identity],
    ...common,
    is_anonymous: false,
  }
}

/** Bytes. Bun limits headers to 16 KB. */
const tokenMetadataMax = 4096

export async function presentSession(auth: Auth, { user, session }: OpenSession): Promise<GoTrueSession> {
  const { env, now } = auth.deps
  const iat = Math.floor(now() / 1000)
  const exp = iat + env.accessTokenTtl
  const metadata = userMetadata(user)
  const access_token = await auth.accessTokens.sign({
    iss: `${siteUrl(env)}/auth/v1`,
    sub: user.id,
    exp,
    iat,
    email: user.email,
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: session.method, timestamp: Math.floor(session.created_at / 1000) }],
    session_id: session.id,
    is_anonymous: false,
    app_metadata: appMetadata,
    user_metadata:
      JSON.stringify(metadata).length <= tokenMetadataMax
        ? metadata
        : { email_verified: metadata.email_verified },
  })
  return {
    access_token,
    token_type: 'bearer',
    expires_in: env.accessTokenTtl,
    expires_at: exp,
    refresh_token: makeRefreshToken(auth.refreshKey, session.id, session.refresh_counter ?? 0),
    user: presentGoTrueUser(user),
    // Extension of GoTrue's API: the client sends a new password with `PUT /user`.
    ...(user.password_hash === null && { password_required: true }),
  }
}

/** Returns GoTrue's warning for passwords below today's rule. */
export function weakPassword(password: string) {
  return isWeak(password) ? { weak_password: { reasons: weakReasons, message: weakPasswordText } } : {}
}
