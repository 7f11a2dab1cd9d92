import { hmac } from './hmac.ts'
import { OperatorError } from './operator-error.ts'
import type { SecretStore } from './secret-store.ts'

/** Generated once; in `DATA_DIR/db/keys`, mode 600, or in PostgreSQL. */
export interface Keys {
  /** 32 random bytes; derive HMAC keys with {@link purposeKey}. */
  secret: Uint8Array
  /** P-256, for access tokens. */
  signing: { kid: string; privateJwk: JsonWebKey; publicJwk: JsonWebKey }
  /** P-256, for push messages (VAPID, RFC 8292); base64url. */
  push: { publicKey: string; privateKey: string }
}

/** Returns a key of its own for each purpose, so that no signature can be reused for another one. */
export const purposeKey = (keys: Keys, purpose: string): Uint8Array => hmac(keys.secret, purpose)

/** Generates the keys at the first start. @throws OperatorError when damaged */
export async function loadKeys(secrets: SecretStore): Promise<Keys> {
  const own = await load(secrets, 'keys/keys.json', makeOwnKeys, encode, decode)
  const push = await load(secrets, 'keys/push.json', makePushKeys, JSON.stringify, decodePush)
  return { ...own, push }
}

type OwnKeys = Omit<Keys, 'push'>

async function load<Content>(
  secrets: SecretStore,
  name: string,
  make: () => Promise<Content>,
  write: (content: Content) => string,
  read: (json: string, place: string) => Content,
): Promise<Content> {
  const json = (await secrets.read(name)) ?? (await secrets.create(name, write(await make())))
  return read(json, secrets.placeOf(name))
}

/** Makes keys without storing them. */
export const makeKeys = async (): Promise<Keys> => ({
  ...(await makeOwnKeys()),
  push: await makePushKeys(),
})

const makePair = async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  return {
    privateJwk: await crypto.subtle.exportKey('jwk', pair.privateKey),
    publicJwk: await crypto.subtle.exportKey('jwk', pair.publicKey),
  }
}

async function makeOwnKeys(): Promise<OwnKeys> {
  const { privateJwk, publicJwk: jwk } = await makePair()
  const { kty, crv, x, y } = jwk
  const publicJwk: JsonWebKey = { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }
  return {
    secret: crypto.getRandomValues(new Uint8Array(32)),
    signing: { kid: crypto.randomUUID(), privateJwk, publicJwk },
  }
}

async function makePushKeys(): Promise<Keys['push']> {
  const { d = '', x = '', y = '' } = (await makePair()).privateJwk
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

function encode(keys: OwnKeys): string {
  return JSON.stringify({ secret: Buffer.from(keys.secret).toString('base64'), signing: keys.signing })
}

function decode(json: string, place: string): OwnKeys {
  try {
    const content: { secret: string; signing: Keys['signing'] } = JSON.parse(json)
    const { kid, privateJwk, publicJwk } = content.signing
    const secret = new Uint8Array(Buffer.from(content.secret, 'base64'))
    if (secret.length === 32 && kid && privateJwk.d && publicJwk.x)
      return { secret, signing: content.signing }
  } catch {
    // All causes have the same remedy.
  }
  throw new OperatorError(
    `${place} is damaged. Put it back from a backup, or delete it: new keys end every program's session.`,
  )
}

function decodePush(json: string, place: string): Keys['push'] {
  try {
    const { publicKey, privateKey }: Keys['push'] = JSON.parse(json)
    const sizes = [publicKey, privateKey].map(key => Buffer.from(key, 'base64url').length)
    if (sizes.join() === '65,32') return { publicKey, privateKey }
  } catch {
    // All causes have the same remedy.
  }
  throw new OperatorError(
    `${place} is damaged. Put it back from a backup, or delete it: with a new key, devices have to turn push messages on again.`,
  )
}
