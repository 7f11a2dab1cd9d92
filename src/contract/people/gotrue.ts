import {
  anyOf,
  constant,
  count,
  flag,
  type Infer,
  type JsonSchema,
  list,
  object,
  one,
  openObject,
  orNull,
  text,
  time,
} from '../json-schema.ts'
import { limits } from '../limits.ts'

/* Documents `/auth/v1` (GoTrue); `gotrue.body.ts` parses leniently. */

const metadata = openObject('Metadata of the user: any keys and values.')
const identity = object(
  {
    identity_id: text,
    id: text,
    user_id: text,
    identity_data: object({ sub: text, email: text }),
    provider: constant('email'),
    email: text,
    created_at: time,
    updated_at: time,
  },
  { last_sign_in_at: time },
)

export const goTrueUser = object(
  {
    id: text,
    aud: constant('authenticated'),
    role: constant('authenticated'),
    email: text,
    phone: constant(''),
    app_metadata: object({ provider: constant('email'), providers: list(constant('email')) }),
    user_metadata: metadata,
    identities: list(identity),
    created_at: time,
    updated_at: time,
    is_anonymous: constant(false),
  },
  {
    email_confirmed_at: time,
    confirmed_at: time,
    confirmation_sent_at: time,
    recovery_sent_at: time,
    email_change_sent_at: time,
    last_sign_in_at: time,
    new_email: text,
  },
)
export type GoTrueUser = Infer<typeof goTrueUser>

export const goTrueSession = object(
  {
    access_token: text,
    token_type: constant('bearer'),
    expires_in: count,
    expires_at: count,
    refresh_token: text,
    user: goTrueUser,
  },
  {
    weak_password: object({ reasons: list(text), message: text }),
    /** Extension of GoTrue: the person has to set a password with `PUT /user`. */
    password_required: constant(true),
  },
)
export type GoTrueSession = Infer<typeof goTrueSession>

/** A user until confirmed, else a session. */
export const goTrueSignedUp = anyOf(goTrueSession, goTrueUser)
/** A message after the first of two confirmations. */
export const goTrueVerified = anyOf(goTrueSession, object({ msg: text, code: constant('200') }))
export const goTrueKeys = object({
  keys: list(
    object({
      kty: constant('EC'),
      crv: constant('P-256'),
      x: text,
      y: text,
      kid: text,
      alg: constant('ES256'),
      use: constant('sig'),
      key_ops: list(constant('verify')),
    }),
  ),
})
export const goTrueHealth = object({ version: text, name: text, description: text })
export const goTrueSettings = object({
  external: object({ email: flag, phone: flag, anonymous_users: flag }),
  disable_signup: flag,
  mailer_autoconfirm: flag,
  phone_autoconfirm: flag,
  sms_provider: text,
  saml_enabled: flag,
  mfa_enabled: flag,
})

/** Allows other properties. */
const fields = (required: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
})

const email = { type: 'string', format: 'email', maxLength: limits.emailMax }
const newPassword = { type: 'string', minLength: limits.passwordMin, maxLength: limits.passwordMax }
/** PKCE, RFC 7636, 4.2 and 4.3. */
const challenge = {
  code_challenge: orNull({ type: 'string', pattern: '^[A-Za-z0-9._~-]{43,128}$' }),
  code_challenge_method: orNull(one('s256', 'plain', 'S256')),
}
const verifyType = one('signup', 'recovery', 'magiclink', 'invite', 'email_change', 'email')

export const goTrueSignUpBody = fields(
  { email, password: newPassword },
  { data: orNull(metadata), ...challenge },
)
/** Bodies by `grant_type`. */
export const goTrueTokenBody = anyOf(
  fields({ email: text, password: text }),
  fields({ refresh_token: text }),
  fields({ auth_code: text, code_verifier: text }),
)
export const goTrueUserBody = fields(
  {},
  {
    email: orNull(email),
    password: orNull(newPassword),
    current_password: orNull(text),
    data: orNull(metadata),
    ...challenge,
  },
)
export const goTrueRecoverBody = fields({ email }, challenge)
export const goTrueResendBody = fields({ type: one('signup', 'email_change'), email }, challenge)
export const goTrueVerifyBody = anyOf(
  fields({ type: verifyType, token_hash: text }),
  fields({ type: verifyType, email: text, token: text }),
)

const redirectTo = { type: 'string', description: 'Where the mailed link leads; an address of this site.' }
export const goTrueLinkQuery = fields({}, { redirect_to: redirectTo })
export const goTrueTokenQuery = fields({ grant_type: one('password', 'refresh_token', 'pkce') })
export const goTrueLogoutQuery = fields({}, { scope: one('global', 'local', 'others') })
/** Requires `token` or its synonym `token_hash`. */
export const goTrueVerifyQuery = fields(
  { type: verifyType },
  { token: text, token_hash: text, redirect_to: redirectTo },
)
