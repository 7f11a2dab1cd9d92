import { hmac, isSame } from '#server/hmac.ts'
import { type Keys, purposeKey } from '#server/keys.ts'

export const gateCookie = 'gate'

export interface Gate {
  /** Compares the password in constant time. */
  opens(password: string): boolean
  /** A new password invalidates older cookies. */
  cookieValue: string
  isUnlocked(cookie: string | undefined): boolean
  /** Returns the pass in the QR code of a tournament. A new password invalidates older ones. */
  passOf(tournament: string): string
  /** Compares the pass in constant time. The caller checks that it is still valid. */
  opensWithPass(tournament: string, pass: string): boolean
}

export function makeGate(password: string, keys: Keys): Gate {
  const key = purposeKey(keys, 'gate')
  // Constant-time comparison needs equal lengths.
  const digest = (text: string) => hmac(key, text)
  const expected = digest(password)
  const cookieValue = hmac(purposeKey(keys, 'gate-cookie'), expected).toString('base64url')
  const passKey = hmac(purposeKey(keys, 'gate-pass'), expected)
  // 144 bits keep the QR code coarse.
  const passOf = (tournament: string) => hmac(passKey, tournament).subarray(0, 18).toString('base64url')
  return {
    passOf,
    opensWithPass: (tournament, pass) => isSame(pass, passOf(tournament)),
    opens: attempt => isSame(digest(attempt), expected),
    cookieValue,
    isUnlocked: cookie => cookie !== undefined && isSame(cookie, cookieValue),
  }
}
