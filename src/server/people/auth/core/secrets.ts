import { isSame } from '#server/hmac.ts'

/** Returns 256 random bits as base64url. Tables store their SHA-256. */
export function randomSecret(): string {
  return encode(crypto.getRandomValues(new Uint8Array(32)))
}

/** RFC 7636, 4.6. */
export function matchesChallenge(verifier: string, challenge: string, method: 's256' | 'plain'): boolean {
  const hash = () => new Bun.CryptoHasher('sha256').update(verifier).digest('base64url')
  return isSame(method === 'plain' ? verifier : hash(), challenge)
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
