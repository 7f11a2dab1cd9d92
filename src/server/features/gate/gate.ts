import { constantTimeEqual } from '@oslojs/crypto/subtle'
import type { Keys } from '#server/keys.ts'
import { purposeKey } from '#server/keys.ts'

/** The cookie of those who gave the password. */
export const gateCookie = 'gate'

/** The site-wide password and the cookie that says it was given. */
export interface Gate {
  /** Whether the password is right; takes the same time for every wrong one. */
  opens(password: string): boolean
  /** The value of the cookie; another password makes every older cookie worthless. */
  cookieValue: string
  isUnlocked(cookie: string | undefined): boolean
}

const bytes = (text: string) => new TextEncoder().encode(text)

// Not in JavaScript: a start makes a gate before it listens.
const hmac = (key: Uint8Array, data: Uint8Array) => new Bun.CryptoHasher('sha256', key).update(data).digest()

export function makeGate(password: string, keys: Keys): Gate {
  const key = purposeKey(keys, 'gate')
  // Compared as digests: their length is the same whatever was typed.
  const digest = (text: string) => hmac(key, bytes(text))
  const right = digest(password)
  const cookieValue = hmac(purposeKey(keys, 'gate-cookie'), right).toString('base64url')
  return {
    opens: given => constantTimeEqual(digest(given), right),
    cookieValue,
    isUnlocked: cookie => cookie !== undefined && constantTimeEqual(bytes(cookie), bytes(cookieValue)),
  }
}
