import { isId, type SessionId, type UserId } from '#contract/ids.ts'
import type { Keys } from '#server/keys.ts'
import { isRecord } from './auth.rules.ts'

/** The one algorithm we sign with, and the only one we take. */
const algorithm = 'ES256'
const audience = 'authenticated'

export interface AccessTokens {
  sign(claims: Record<string, unknown> & { sub: UserId; session_id: SessionId; exp: number }): Promise<string>
  /** Whose token it is, or null unless we signed it for this audience and it has not expired. */
  verify(token: string, now: number): Promise<{ userId: UserId; sessionId: SessionId } | null>
}

interface KeyPair {
  pkcs8: ArrayBuffer
  spki: ArrayBuffer
}

async function importPair({ privateJwk, publicJwk }: Keys['signing']): Promise<KeyPair> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...privateJwk, key_ops: ['sign'] }, curve, true, ['sign']),
    crypto.subtle.importKey('jwk', { ...publicJwk, key_ops: ['verify'] }, curve, true, ['verify']),
  ])
  const [pkcs8, spki] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', privateKey),
    crypto.subtle.exportKey('spki', publicKey),
  ])
  return { pkcs8, spki }
}

/** The only file that knows oslo/jwt, which is fetched at the first token: a starting server does without. */
export function makeAccessTokens(keys: Keys): AccessTokens {
  let pair: Promise<KeyPair> | undefined
  const keyPair = () => {
    pair ??= importPair(keys.signing)
    return pair
  }
  return {
    sign: async claims => {
      const { createJWT } = await import('oslo/jwt')
      const { pkcs8 } = await keyPair()
      return createJWT(algorithm, pkcs8, { aud: audience, ...claims }, { headers: { kid: keys.signing.kid } })
    },
    verify: async (token, now) => {
      const { validateJWT } = await import('oslo/jwt')
      const { spki } = await keyPair()
      let jwt: Awaited<ReturnType<typeof validateJWT>>
      try {
        // The key is always our own: whatever `kid`, `jwk`, `jku` or `x5u` the header names is not looked at.
        jwt = await validateJWT(algorithm, spki, token)
      } catch {
        return null
      }
      // RFC 7515, 4.1.11: an extension marked critical that is not understood refuses the token.
      if ('crit' in jwt.header) return null
      if (jwt.expiresAt === null || jwt.expiresAt.getTime() <= now) return null
      if (!jwt.audiences?.includes(audience) || !isRecord(jwt.payload)) return null
      const { sub, session_id: sessionId } = jwt.payload
      return isId<'user'>(sub) && isId<'session'>(sessionId) ? { userId: sub, sessionId } : null
    },
  }
}

/** What `/.well-known/jwks.json` publishes. Never `d`; no `ext`, which WebCrypto would refuse. */
export function publicJwks({ signing }: Keys) {
  const { x, y } = signing.publicJwk
  return {
    keys: [
      { kty: 'EC', crv: 'P-256', x, y, kid: signing.kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
    ],
  }
}
