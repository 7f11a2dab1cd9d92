import { constantTimeEqual } from '@oslojs/crypto/subtle'
import type { Keys } from '#server/keys.ts'
import { purposeKey } from '#server/keys.ts'

export const gateCookie = 'gate'

/** The site password and the cookie that it unlocks. */
export interface Gate {
  /** Compares in constant time. */
  opens(password: string): boolean
  /** Derived from the password, so that a new password invalidates older cookies. */
  cookieValue: string
  isUnlocked(cookie: string | undefined): boolean
}

const bytes = (text: string) => new TextEncoder().encode(text)

// Not in JavaScript: a start makes a gate before it listens.
const hmac = (key: Uint8Array, data: Uint8Array) => new Bun.CryptoHasher('sha256', key).update(data).digest()

export function makeGate(password: string, keys: Keys): Gate {
  const key = purposeKey(keys, 'gate')
  // Digests have equal length, which a constant-time comparison needs.
  const digest = (text: string) => hmac(key, bytes(text))
  const right = digest(password)
  const cookieValue = hmac(purposeKey(keys, 'gate-cookie'), right).toString('base64url')
  return {
    opens: given => constantTimeEqual(digest(given), right),
    cookieValue,
    isUnlocked: cookie => cookie !== undefined && constantTimeEqual(bytes(cookie), bytes(cookieValue)),
  }
}
