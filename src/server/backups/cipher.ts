import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-format.ts'
import type { BackupStore } from './backup-store.ts'

export interface Cipher {
  /** Of the names of sealed objects: `.age` or nothing. */
  suffix: '' | '.age'
  /** Names a part by its content; keyed where it is encrypted, so that a name reveals no content. */
  idOf(bytes: Uint8Array): string
  seal(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  /** @throws BackupError without the passphrase; age's error for changed bytes */
  open(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

export const sealedSuffix = '.age'

/** Twice, since every backup depends on it. */
const keyNames: readonly string[] = ['key.age', 'key-copy.age']

/** 64 MB of memory and a fifth of a second; age's own default of 18 takes 256 MB. */
const scryptWorkFactor = 16

const sha256 = (bytes: Uint8Array, key?: string) =>
  new Bun.CryptoHasher('sha256', key).update(bytes).digest('hex')

export const plainId = (bytes: Uint8Array) => sha256(bytes)

const plain = (text: string): Cipher => ({
  suffix: '',
  idOf: plainId,
  seal: async bytes => bytes,
  async open(name, bytes) {
    if (!name.endsWith(sealedSuffix)) return bytes
    throw new BackupError(`The backups at ${text} are encrypted. Set BACKUP_PASSPHRASE.`)
  },
})

async function sealed(identity: string): Promise<Cipher> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return {
    suffix: sealedSuffix,
    idOf: bytes => sha256(bytes, identity),
    seal: async bytes => new Uint8Array(await encrypter.encrypt(bytes)),
    open: async (name, bytes) =>
      name.endsWith(sealedSuffix) ? new Uint8Array(await decrypter.decrypt(bytes)) : bytes,
  }
}

/** For reading what is there. @throws BackupError for a wrong passphrase */
export async function cipherToRead(store: BackupStore, passphrase: string | null): Promise<Cipher> {
  if (passphrase === null) return plain(store.text)
  const key = await readKey(store, passphrase)
  return key === null ? plain(store.text) : sealed(key.identity)
}

/**
 * Makes the key when nothing is encrypted yet.
 * @param hasSealed whether the place holds encrypted backups
 * @throws BackupError for a wrong or missing passphrase
 */
export async function cipherToWrite(
  store: BackupStore,
  passphrase: string | null,
  hasSealed: boolean,
): Promise<Cipher> {
  if (passphrase === null) {
    if (hasSealed)
      throw new BackupError(
        `The backups at ${store.text} are encrypted, but BACKUP_PASSPHRASE is not set. Set it, or name another place in BACKUP_TO.`,
      )
    return plain(store.text)
  }
  const key = await readKey(store, passphrase)
  if (key === null && hasSealed)
    throw new BackupError(
      `${store.text} has encrypted backups, but their key.age is missing. Put it back, or name another place in BACKUP_TO.`,
    )
  if (key !== null) {
    for (const name of key.damaged) await store.write(name, key.bytes)
    return sealed(key.identity)
  }
  const made = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  const bytes = new Uint8Array(await encrypter.encrypt(`${made}\n`))
  for (const name of keyNames) await store.write(name, bytes)
  return sealed(made)
}

interface Key {
  identity: string
  bytes: Uint8Array<ArrayBuffer>
  /** Names of missing or changed copies. */
  damaged: string[]
}

/** Null: there is none. @throws BackupError when the passphrase opens none */
async function readKey(store: BackupStore, passphrase: string): Promise<Key | null> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const copies = new Map<string, Uint8Array<ArrayBuffer> | null>()
  for (const name of keyNames) copies.set(name, await store.read(name))
  const found = [...copies.values()].filter(copy => copy !== null)
  if (found.length === 0) return null
  for (const bytes of found) {
    const identity = await decrypter.decrypt(bytes, 'text').catch(() => null)
    if (identity === null) continue
    const damaged = keyNames.filter(name => !Buffer.from(copies.get(name) ?? []).equals(bytes))
    return { identity: identity.trim(), bytes, damaged }
  }
  throw new BackupError(
    `The passphrase doesn't open key.age at ${store.text}. Set BACKUP_PASSPHRASE to the one of these backups.`,
  )
}
