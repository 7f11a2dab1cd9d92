import { isId, type SessionId, type UserId } from '#contract/ids.ts'
import type { Keys } from '#server/keys.ts'
import { isRecord } from './auth.rules.ts'
import { decode } from './secrets.ts'

/** The only algorithm that is signed with and accepted (RFC 8725, 3.1). */
const algorithm = 'ES256'
const audience = 'authenticated'
const curve = { name: 'ECDSA', namedCurve: 'P-256' }

export interface AccessTokens {
  sign(claims: Record<string, unknown> & { sub: UserId; session_id: SessionId; exp: number }): Promise<string>
  /** @returns null for a token of another key or audience, and an expired one */
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

/** The only user of oslo/jwt, loaded with the first token. */
export function makeAccessTokens(keys: Keys): AccessTokens {
  let privateKey: Promise<ArrayBuffer> | undefined
  let publicKey: Promise<CryptoKey> | undefined

  /** Verifies with the server's own key; `jwk`, `jku` and `x5u` of the header are ignored. */
  async function isOurs(head: string, payload: string, signature: string): Promise<boolean> {
    publicKey ??= importPublic(keys.signing)
    const bytes = decode(signature)
    // RFC 7518, 3.4: R and S of 32 octets each.
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
    // Not validateJWT, which uses its own clock and imports the key for every token.
    verify: async (token, now) => {
      const { parseJWT } = await import('oslo/jwt')
      let jwt: ReturnType<typeof parseJWT>
      try {
        jwt = parseJWT(token)
      } catch {
        return null
      }
      if (jwt === null || jwt.algorithm !== algorithm || !(await isOurs(...jwt.parts))) return null
      // RFC 7515, 4.1.11: an unknown critical extension makes the token invalid.
      if ('crit' in jwt.header) return null
      if (jwt.expiresAt === null || jwt.expiresAt.getTime() <= now) return null
      if (jwt.notBefore !== null && jwt.notBefore.getTime() > now) return null
      if (!jwt.audiences?.includes(audience) || !isRecord(jwt.payload)) return null
      const { sub, session_id: sessionId } = jwt.payload
      return isId<'user'>(sub) && isId<'session'>(sessionId) ? { userId: sub, sessionId } : null
    },
  }
}

/** The answer of `/.well-known/jwks.json`. Without `ext`: WebCrypto refuses to import `ext: false`. */
export function publicJwks({ signing }: Keys) {
  const { x, y } = signing.publicJwk
  return {
    keys: [
      { kty: 'EC', crv: 'P-256', x, y, kid: signing.kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
    ],
  }
}
