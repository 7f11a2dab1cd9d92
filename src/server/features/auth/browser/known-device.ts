import { getCookie, setCookie } from 'hono/cookie'
import type { UserId } from '#contract/ids.ts'
import type { AppContext } from '#server/http/context.ts'
import { isSecure } from '#server/http/visitor.ts'
import { purposeKey } from '#server/keys.ts'
import { encode, equal, sign } from '../core/secrets.ts'
import type { Auth } from '../core/services.ts'

/*
 * A cookie that says which accounts this browser has signed in to: a random device id, then one signature per account.
 * It gives no access. Its holder's wrong guesses are counted by themselves, so that a stranger's do not slow them.
 */

const cookieName = (origin: string) => (isSecure(origin) ? '__Host-device' : 'device')
/** Accounts of one browser; the ones not used for longest are dropped first. */
const accountsMax = 5
/** The longest that browsers keep a cookie. */
const maxAgeSeconds = 400 * 86_400
const bytes = (text: string) => new TextEncoder().encode(text)

interface Device {
  id: string
  signatures: string[]
}

function readDevice(c: AppContext): Device | null {
  const [id = '', ...signatures] = getCookie(c, cookieName(c.var.origin))?.split('.') ?? []
  return /^[\w-]{22}$/.test(id) ? { id, signatures: signatures.slice(0, accountsMax) } : null
}

const signatureOf = ({ deps }: Auth, id: string, userId: UserId) =>
  encode(sign(purposeKey(deps.keys, 'known-device'), bytes(`${id} ${userId}`)).slice(0, 16))

/** The id of this browser's device, when it has signed in to this account before. */
export function knownDevice(c: AppContext, auth: Auth, userId: UserId): string | null {
  const device = readDevice(c)
  if (device === null) return null
  const expected = bytes(signatureOf(auth, device.id, userId))
  return device.signatures.some(signature => equal(bytes(signature), expected)) ? device.id : null
}

export function rememberDevice(c: AppContext, auth: Auth, userId: UserId): void {
  const id = readDevice(c)?.id ?? encode(crypto.getRandomValues(new Uint8Array(16)))
  const own = signatureOf(auth, id, userId)
  const others = readDevice(c)?.signatures.filter(signature => signature !== own) ?? []
  setCookie(c, cookieName(c.var.origin), [id, own, ...others].slice(0, accountsMax + 1).join('.'), {
    httpOnly: true,
    secure: isSecure(c.var.origin),
    sameSite: 'Lax',
    // The plain form of the sign-in is sent to `/login`.
    path: '/',
    maxAge: maxAgeSeconds,
  })
}
