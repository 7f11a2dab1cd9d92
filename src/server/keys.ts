import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EnvError } from './env.ts'

/** What the server signs with. Made at the first start, kept under `DATA_DIR/db/keys` with mode 600. */
export interface Keys {
  /** 32 random bytes, for HMACs: gate cookies, refresh tokens, links. Derive one key a purpose with {@link purposeKey}. */
  secret: Uint8Array
  /** The P-256 key pair of access tokens, as JSON Web Keys. */
  signing: { kid: string; privateJwk: JsonWebKey; publicJwk: JsonWebKey }
}

/** The HMAC key for one purpose, so that a value signed for one can never pass for another. */
export function purposeKey(keys: Keys, purpose: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher('sha256', keys.secret).update(purpose).digest())
}

/** Reads the keys below `directory`, or makes them. @throws EnvError when they are damaged */
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

/** Fresh keys, written nowhere. */
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
    // Whatever it stumbled over, there is one thing to do.
  }
  throw new EnvError(
    `${path} is damaged. Put it back from a backup, or delete it: new keys end every program's session.`,
  )
}
