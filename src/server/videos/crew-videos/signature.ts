import { hmac } from '@oslojs/crypto/hmac'
import { SHA256 } from '@oslojs/crypto/sha2'
import { constantTimeEqual } from '@oslojs/crypto/subtle'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Signs with HMAC-SHA256, as base64url. */
export const sign = (key: Uint8Array, parts: readonly string[]): string =>
  hmac(SHA256, key, bytes(parts.join('\n'))).toBase64({ alphabet: 'base64url', omitPadding: true })

/** Compares signatures in constant time. */
export const isSameSignature = (signature: string, expected: string): boolean =>
  constantTimeEqual(bytes(signature), bytes(expected))
