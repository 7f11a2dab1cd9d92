import { hmac } from '@oslojs/crypto/hmac'
import { SHA256 } from '@oslojs/crypto/sha2'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import type { Keys } from '#server/keys.ts'
import { purposeKey } from '#server/keys.ts'

/** The site-wide password and the cookie that says it was given. */
export interface Gate {
  /** Whether the password is right; takes the same time for every wrong one. */
  opens(password: string): boolean
  /** The value of the cookie; another password makes every older cookie worthless. */
  cookieValue: string
  isUnlocked(cookie: string | undefined): boolean
}

const bytes = (text: string) => new TextEncoder().encode(text)

export function makeGate(password: string, keys: Keys): Gate {
  const key = purposeKey(keys, 'gate')
  // Compared as digests: their length is the same whatever was typed.
  const digest = (text: string) => hmac(SHA256, key, bytes(text))
  const right = digest(password)
  const cookieValue = encodeBase64urlNoPadding(hmac(SHA256, purposeKey(keys, 'gate-cookie'), right))
  return {
    opens: given => constantTimeEqual(digest(given), right),
    cookieValue,
    isUnlocked: cookie => cookie !== undefined && constantTimeEqual(bytes(cookie), bytes(cookieValue)),
  }
}
