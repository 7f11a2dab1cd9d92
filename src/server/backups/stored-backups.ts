import { gunzipSync, gzipSync } from 'node:zlib'
import { type } from 'arktype'
import { hour } from '#contract/time.ts'
import { BackupError, descriptionMax, type Head, isOurs, readHead } from './backup-format.ts'
import type { BackupStore } from './backup-store.ts'
import { type Cipher, sealedSuffix } from './cipher.ts'

/*
 * A place holds `blobs/<2 of id>/<id>` (parts of files, each once) and `manifests/<time>.jsonl.gz`: a line for the head,
 * one for each file, and one that counts them. `.gz` and `.age` say how to read an object by hand.
 */
const manifestsFolder = 'manifests'
export const blobsFolder = 'blobs'

/** Bytes; bounds memory, and what a killed backup sends again. */
export const partSize = 4 * 1024 * 1024

const fileSchema = type({
  name: 'string',
  size: 'number.integer >= 0',
  sha256: /^[0-9a-f]{64}$/,
  /** Milliseconds since 1970. */
  modifiedAt: 'number.integer',
  /** Left out by a restore that leaves files in the bucket. */
  'inBucket?': 'true',
  parts: type(/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}(\.gz)?(\.age)?$/).array(),
})
/** Milliseconds. A backup in the second of another one is named for the next second. */
const nameTolerance = hour
const endSchema = type({ files: 'number.integer >= 0' })

/** `parts` are names of objects, in order. */
export type StoredFile = typeof fileSchema.infer

export interface StoredManifest extends Head {
  files: StoredFile[]
}

/** A backup at a place. */
export interface StoredBackup {
  /** `2026-06-01T03-30-00Z` */
  name: string
  /** Milliseconds since 1970. */
  at: number
  object: string
}

export class DamagedBackup extends BackupError {
  constructor(
    backup: StoredBackup,
    store: BackupStore,
    readonly how: string,
    /** To be stored again. */
    readonly parts: readonly string[] = [],
    cause?: unknown,
  ) {
    super(
      `The backup ${backup.name} at ${store.text} is damaged: ${how}. To restore an earlier one: bun run restore ${store.text} NAME`,
      { cause },
    )
  }
}

export const nameOf = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

const timeOf = (name: string) => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))

export const blobName = (id: string, suffix: string) => `${blobsFolder}/${id.slice(0, 2)}/${id}${suffix}`

/** Newest first. */
export async function listBackups(store: BackupStore): Promise<StoredBackup[]> {
  const found: StoredBackup[] = []
  for await (const object of store.list(manifestsFolder)) {
    const name = /^manifests\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.jsonl\.gz(\.age)?$/.exec(object)?.[1]
    if (name !== undefined) found.push({ name, at: timeOf(name), object })
  }
  return found.sort((a, b) => b.at - a.at)
}

export const isSealed = ({ object }: StoredBackup) => object.endsWith(sealedSuffix)

/**
 * Anyone who can write to the place can add an unencrypted backup, but not an encrypted one: the public key is secret
 * too. So only encrypted ones count with a passphrase, or where there is one.
 */
export const trustedBackups = (backups: readonly StoredBackup[], passphrase: string | null) =>
  backups.filter(passphrase === null && !backups.some(isSealed) ? () => true : isSealed)

/** Names of objects that a killed backup left half written. */
export async function* unfinishedManifests(store: BackupStore): AsyncGenerator<string> {
  for await (const object of store.list(manifestsFolder)) if (object.endsWith('.part')) yield object
}

/** The manifest makes the backup exist; write it last. */
export async function writeManifest(
  store: BackupStore,
  cipher: Cipher,
  name: string,
  { files, ...head }: StoredManifest,
): Promise<void> {
  const lines = [head, ...files, { files: files.length }].map(line => `${JSON.stringify(line)}\n`)
  const bytes = new Uint8Array(gzipSync(lines.join('')))
  await store.write(`${manifestsFolder}/${name}.jsonl.gz${cipher.suffix}`, await cipher.seal(bytes))
}

/** @throws BackupError; DamagedBackup */
export async function readManifest(
  store: BackupStore,
  cipher: Cipher,
  backup: StoredBackup,
): Promise<StoredManifest> {
  const label = `${store.text}/${backup.object}`
  const bytes = await store.read(backup.object)
  if (bytes === null) throw new DamagedBackup(backup, store, `its ${backup.object} is missing`)
  let lines: string[]
  try {
    const opened = await cipher.open(backup.object, bytes)
    lines = gunzipSync(opened, { maxOutputLength: descriptionMax }).toString('utf8').trimEnd().split('\n')
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new DamagedBackup(backup, store, `its ${backup.object} has changed`, [], error)
  }
  const [first = '', ...rest] = lines
  const head = readHead(first, label)
  const end = endSchema(json(rest.pop()))
  const files = rest.flatMap(line => {
    const file = fileSchema(json(line))
    return file instanceof type.errors ? [] : [file]
  })
  if (end instanceof type.errors || end.files !== rest.length || files.length < rest.length)
    throw new DamagedBackup(backup, store, `its ${backup.object} can't be read`)
  const strange = files.find(({ name }) => !isOurs(name))
  if (strange)
    throw new DamagedBackup(
      backup,
      store,
      `a file named ${JSON.stringify(strange.name)} does not belong there`,
    )
  const mixed = files.find(({ parts }) =>
    parts.some(part => part.endsWith(sealedSuffix) !== isSealed(backup)),
  )
  if (mixed)
    throw new DamagedBackup(
      backup,
      store,
      `a part of ${mixed.name} is ${isSealed(backup) ? 'not encrypted' : 'encrypted'}, unlike its manifest`,
    )
  if (new Set(files.map(({ name }) => name)).size < files.length)
    throw new DamagedBackup(backup, store, 'it names a file twice')
  // An old one under a newer name would be restored, and push out real ones.
  if (!(Math.abs(Date.parse(head.createdAt) - backup.at) < nameTolerance))
    throw new DamagedBackup(backup, store, `it was made at ${head.createdAt}, which is not its name`)
  return { ...head, files }
}

function json(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '')
  } catch {
    return null
  }
}
