import { getCookie, setCookie } from 'hono/cookie'
import type { UserId } from '#contract/ids.ts'
import { hmac, isSame } from '#server/hmac.ts'
import type { AppContext } from '#server/http/context.ts'
import { cookieOptions, isSecure } from '#server/http/visitor.ts'
import { purposeKey } from '#server/keys.ts'
import { encode } from '../core/secrets.ts'
import type { Auth } from '../core/services.ts'

/*
 * A cookie with a device id and signatures of accounts that signed in here. It gives no access; known devices have
 * their own failure count, so that strangers don't delay the owner.
 */

const cookieName = (origin: string) => (isSecure(origin) ? '__Host-device' : 'device')
/** Most accounts of a device. The least recently used are dropped. */
const accountsMax = 5
/** 400 days, the limit of browsers (RFC 6265bis). */
const maxAgeSeconds = 400 * 86_400

interface Device {
  id: string
  signatures: string[]
}

function readDevice(c: AppContext): Device | null {
  const [id = '', ...signatures] = getCookie(c, cookieName(c.var.origin))?.split('.') ?? []
  return /^[\w-]{22}$/.test(id) ? { id, signatures: signatures.slice(0, accountsMax) } : null
}

const signatureOf = ({ deps }: Auth, id: string, userId: UserId) =>
  encode(hmac(purposeKey(deps.keys, 'known-device'), `${id} ${userId}`).subarray(0, 16))

/** The device id, if this user has signed in here. */
export function knownDevice(c: AppContext, auth: Auth, userId: UserId): string | null {
  const device = readDevice(c)
  if (device === null) return null
  const expected = signatureOf(auth, device.id, userId)
  return device.signatures.some(signature => isSame(signature, expected)) ? device.id : null
}

export function rememberDevice(c: AppContext, auth: Auth, userId: UserId): void {
  const id = readDevice(c)?.id ?? encode(crypto.getRandomValues(new Uint8Array(16)))
  const own = signatureOf(auth, id, userId)
  const others = readDevice(c)?.signatures.filter(signature => signature !== own) ?? []
  setCookie(c, cookieName(c.var.origin), [id, own, ...others].slice(0, accountsMax + 1).join('.'), {
    ...cookieOptions(c.var.origin),
    maxAge: maxAgeSeconds,
  })
}
