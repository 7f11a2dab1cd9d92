import { hmac } from '@oslojs/crypto/hmac'
import { SHA256, sha256 } from '@oslojs/crypto/sha2'
import { constantTimeEqual } from '@oslojs/crypto/subtle'

/** Returns 256 random bits as base64url. */
export function randomSecret(): string {
  return encode(crypto.getRandomValues(new Uint8Array(32)))
}

/** Returns the hexadecimal SHA-256. For random secrets only. */
export function hashSecret(secret: string): string {
  // Every signed-in request computes it: `@oslojs/crypto` took a tenth of its time.
  return new Bun.CryptoHasher('sha256').update(secret).digest('hex')
}

export function sign(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(SHA256, key, message)
}

export const equal = constantTimeEqual

/** RFC 7636, 4.6. */
export function matchesChallenge(verifier: string, challenge: string, method: 's256' | 'plain'): boolean {
  const text = new TextEncoder()
  const expected = method === 'plain' ? verifier : encode(sha256(text.encode(verifier)))
  return equal(text.encode(expected), text.encode(challenge))
}

/** Encodes as base64url. */
export const encode = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

/** Decodes what {@link encode} writes. Returns null for other text. */
export function decode(value: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.fromBase64(value, { alphabet: 'base64url' })
    return encode(bytes) === value ? bytes : null
  } catch {
    return null
  }
}
