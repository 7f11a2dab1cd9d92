import { constantTimeEqual } from '@oslojs/crypto/subtle'

/** HMAC-SHA256. */
export const hmac = (key: Uint8Array, message: string | Uint8Array): Buffer =>
  new Bun.CryptoHasher('sha256', key).update(message).digest()

const bytes = (value: string | Uint8Array) =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value

/** Compares secrets in constant time. */
export const isSame = (value: string | Uint8Array, expected: string | Uint8Array): boolean =>
  constantTimeEqual(bytes(value), bytes(expected))
