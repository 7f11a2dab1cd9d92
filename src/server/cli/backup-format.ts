import { Database } from 'bun:sqlite'
import { type } from 'arktype'
import { databaseName, uploadsName } from '#server/data-dir.ts'
import { appliedMigrations } from '#server/db/migrate.ts'
import { migrations } from '../../../db/migrations/index.ts'

/*
 * What a backup is: a gzip'd tar of regular files only. `reelstake-backup.json` comes first, so that a stranger's or
 * a newer version's archive is refused before anything is unpacked; `manifest.json` comes last, because sums are
 * known when the files have passed, and an archive that was cut off has none.
 */
export { databaseName, uploadsName } from '#server/data-dir.ts'
export const headName = 'reelstake-backup.json'
export const manifestName = 'manifest.json'

/** Single files below `db/` that belong to the data. Not the outbox: those mails are on their way already. */
export const looseNames: readonly string[] = ['db/site-password', 'db/demo-password']
export const keysName = 'db/keys'

/** Raised when an older version could not read what this one writes. */
const format = 1

/** Bytes that a description may have: millions of uploads. */
export const descriptionMax = 512 * 1024 * 1024

/** What an operator can put right; the message is one line and all there is to say. */
export class BackupError extends Error {}

const headSchema = type({ format: 'number', createdAt: 'string', schema: 'string[]' })
const manifestSchema = headSchema.and({
  files: type({ name: 'string', size: 'number.integer >= 0', sha256: /^[0-9a-f]{64}$/ }).array(),
})

/** What stands at the head of an archive. `schema` names the migrations its database has seen. */
export type Head = typeof headSchema.infer
export type Manifest = typeof manifestSchema.infer
export type FileEntry = Manifest['files'][number]

export function makeHead(schema: string[], now: Date): Head {
  return { format, createdAt: now.toISOString(), schema }
}

/** @throws BackupError for what is no head, for a newer format, for a newer schema */
export function readHead(text: string, file: string): Head {
  const head = headSchema(parse(text, file, headName))
  if (head instanceof type.errors) throw damaged(file, `its ${headName} cannot be understood`)
  if (head.format !== format)
    throw new BackupError(
      `${file} was made by a newer version (its format is ${head.format}). Restore it with that version.`,
    )
  const unknown = head.schema.filter(name => !Object.hasOwn(migrations, name))
  if (unknown.length > 0)
    throw new BackupError(
      `${file} was made by a newer version (it has the migration ${unknown.join(', ')}). Restore it with that version.`,
    )
  return head
}

/** @throws BackupError */
export function readManifest(text: string, file: string): Manifest {
  const manifest = manifestSchema(parse(text, file, manifestName))
  if (manifest instanceof type.errors) throw damaged(file, `its ${manifestName} cannot be understood`)
  return manifest
}

function parse(text: string, file: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw damaged(file, `its ${name} cannot be understood`, cause)
  }
}

export function damaged(file: string, how: string, cause?: unknown): BackupError {
  return new BackupError(`${file} is damaged: ${how}.`, { cause })
}

/**
 * Whether an archive may hold a file of this name: the database, the loose files, what is below the keys and the
 * uploads. No way leads out of these: no empty part, no `..`, no backslash, nothing that is not printable.
 */
export function isOurs(name: string): boolean {
  if (name === databaseName || looseNames.includes(name)) return true
  const parts = name.split('/')
  if (parts.some(part => part === '' || part === '.' || part === '..' || part.length > 255)) return false
  if (/[\p{Cc}\\]/u.test(name)) return false
  return name.startsWith(`${keysName}/`) || name.startsWith(`${uploadsName}/`)
}

/** Videos in the making; what they become is made again. */
const workshop = `${uploadsName}/videos/scratch`

/** What is still being written, or that a tool left lying about: a path of a file or a directory. */
export const isTemporary = (path: string) => path === workshop || /\/\.[^/]*$|\.(part|tmp)$/.test(path)

/**
 * Reads a copied database through: whether it is whole, and which migrations it has seen.
 * @throws BackupError, or SQLite's error for what is no database
 */
export function readSchema(path: string): string[] {
  const database = new Database(path, { readonly: true, strict: true })
  try {
    const check = database.query<{ quick_check: string }, []>('pragma quick_check(1)').get()?.quick_check
    if (check !== 'ok') throw new BackupError(`The database is damaged (${check}).`)
    return appliedMigrations(database)
  } finally {
    database.close()
  }
}
