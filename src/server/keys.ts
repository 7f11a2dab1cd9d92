import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EnvError } from './env-values.ts'

/** Generated once in `DATA_DIR/db/keys`, mode 600. */
export interface Keys {
  /** 32 random bytes; derive HMAC keys with {@link purposeKey}. */
  secret: Uint8Array
  /** P-256, for access tokens. */
  signing: { kid: string; privateJwk: JsonWebKey; publicJwk: JsonWebKey }
}

/** Separate keys prevent reuse of a signature for another purpose. */
export function purposeKey(keys: Keys, purpose: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher('sha256', keys.secret).update(purpose).digest())
}

/** Generates the keys at the first start. @throws EnvError when damaged */
export async function loadKeys(directory: string): Promise<Keys> {
  const path = join(directory, 'keys.json')
  if (existsSync(path)) return decode(readFileSync(path, 'utf8'), path)
  const keys = await makeKeys()
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, encode(keys), { mode: 0o600 })
  chmodSync(temporary, 0o600)
  renameSync(temporary, path)
  return keys
}

/** Not stored. */
export async function makeKeys(): Promise<Keys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const privateJwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicJwk: JsonWebKey = { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }
  return {
    secret: crypto.getRandomValues(new Uint8Array(32)),
    signing: { kid: crypto.randomUUID(), privateJwk, publicJwk },
  }
}

function encode(keys: Keys): string {
  return JSON.stringify({ secret: Buffer.from(keys.secret).toString('base64'), signing: keys.signing })
}

function decode(json: string, path: string): Keys {
  try {
    const stored: { secret: string; signing: Keys['signing'] } = JSON.parse(json)
    const { kid, privateJwk, publicJwk } = stored.signing
    const secret = new Uint8Array(Buffer.from(stored.secret, 'base64'))
    if (secret.length === 32 && kid && privateJwk.d && publicJwk.x) return { secret, signing: stored.signing }
  } catch {
    // All causes have the same remedy.
  }
  throw new EnvError(
    `${path} is damaged. Put it back from a backup, or delete it: new keys end every program's session.`,
  )
}
