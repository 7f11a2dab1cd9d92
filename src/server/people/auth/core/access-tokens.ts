import { isId, type SessionId, type UserId } from '#contract/ids.ts'
import type { Keys } from '#server/keys.ts'
import { isRecord } from './auth.rules.ts'
import { decode } from './secrets.ts'

/** RFC 8725, 3.1. */
const algorithm = 'ES256'
const audience = 'authenticated'
const curve = { name: 'ECDSA', namedCurve: 'P-256' }

export interface AccessTokens {
  sign(claims: Record<string, unknown> & { sub: UserId; session_id: SessionId; exp: number }): Promise<string>
  /** Returns the token's account and session, or null if it is invalid or expired. */
  verify(token: string, now: number): Promise<{ userId: UserId; sessionId: SessionId } | null>
}

async function importPrivate({ privateJwk }: Keys['signing']): Promise<ArrayBuffer> {
  const jwk = { ...privateJwk, key_ops: ['sign'] }
  const key = await crypto.subtle.importKey('jwk', jwk, curve, true, ['sign'])
  return crypto.subtle.exportKey('pkcs8', key)
}

function importPublic({ publicJwk }: Keys['signing']): Promise<CryptoKey> {
  return crypto.subtle.importKey('jwk', { ...publicJwk, key_ops: ['verify'] }, curve, false, ['verify'])
}

/** Loads oslo/jwt with the first token. */
export function makeAccessTokens(keys: Keys): AccessTokens {
  let privateKey: Promise<ArrayBuffer> | undefined
  let publicKey: Promise<CryptoKey> | undefined

  /** Ignores the header's `jwk`, `jku` and `x5u`. */
  async function isOurs(head: string, payload: string, signature: string): Promise<boolean> {
    publicKey ??= importPublic(keys.signing)
    const bytes = decode(signature)
    // RFC 7518, 3.4: R and S have 32 octets each.
    if (bytes === null || bytes.length !== 64) return false
    return crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      await publicKey,
      new Uint8Array(bytes),
      new TextEncoder().encode(`${head}.${payload}`),
    )
  }

  return {
    sign: async claims => {
      const { createJWT } = await import('oslo/jwt')
      privateKey ??= importPrivate(keys.signing)
      return createJWT(
        algorithm,
        await privateKey,
        { aud: audience, ...claims },
        { headers: { kid: keys.signing.kid } },
      )
    },
    // validateJWT uses its own clock and imports the key each time.
    verify: async (token, now) => {
      const { parseJWT } = await import('oslo/jwt')
      let jwt: ReturnType<typeof parseJWT>
      try {
        jwt = parseJWT(token)
      } catch {
        return null
      }
      if (jwt === null || jwt.algorithm !== algorithm || !(await isOurs(...jwt.parts))) return null
      // RFC 7515, 4.1.11: reject unknown critical extensions.
      if ('crit' in jwt.header) return null
      if (jwt.expiresAt === null || jwt.expiresAt.getTime() <= now) return null
      if (jwt.notBefore !== null && jwt.notBefore.getTime() > now) return null
      if (!jwt.audiences?.includes(audience) || !isRecord(jwt.payload)) return null
      const { sub, session_id: sessionId } = jwt.payload
      return isId<'user'>(sub) && isId<'session'>(sessionId) ? { userId: sub, sessionId } : null
    },
  }
}

/** Omits `ext`: WebCrypto refuses `ext: false`. */
export function publicJwks({ signing }: Keys) {
  const { x, y } = signing.publicJwk
  return {
    keys: [
      { kty: 'EC', crv: 'P-256', x, y, kid: signing.kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
    ],
  }
}
