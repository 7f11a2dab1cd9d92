import { hmac } from '@oslojs/crypto/hmac'
import { SHA256, sha256 } from '@oslojs/crypto/sha2'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'

/** 256 bits, base64url. */
export function randomSecret(): string {
  return encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(32)))
}

/** Hexadecimal SHA-256, for random secrets only. */
export function hashSecret(secret: string): string {
  // Of every signed-in request: `@oslojs/crypto` took a tenth of its time.
  return new Bun.CryptoHasher('sha256').update(secret).digest('hex')
}

export function sign(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(SHA256, key, message)
}

export const equal = constantTimeEqual

/** RFC 7636, 4.6. */
export function matchesChallenge(verifier: string, challenge: string, method: 's256' | 'plain'): boolean {
  const text = new TextEncoder()
  const made = method === 'plain' ? verifier : encodeBase64urlNoPadding(sha256(text.encode(verifier)))
  return equal(text.encode(made), text.encode(challenge))
}

export const encode = encodeBase64urlNoPadding

/** Null: not base64url. */
export function decode(value: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]+$/.test(value)) return null
  try {
    return decodeBase64urlIgnorePadding(value)
  } catch {
    return null
  }
}
