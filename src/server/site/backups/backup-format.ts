import { type } from 'arktype'
import { databaseName, uploadsName } from '#server/data-dir.ts'
import { inspectDatabase } from '#server/db/sqlite/snapshot.ts'
import { OperatorError } from '#server/operator-error.ts'
import { migrations } from '../../../../db/migrations/index.ts'

/*
 * A gzipped tar: `reelstake-backup.json` first, to refuse newer formats before unpacking; `manifest.json` with the
 * checksums last, to detect truncation.
 */
export const headName = 'reelstake-backup.json'
export const manifestName = 'manifest.json'

/** Files beside the keys. The outbox isn't backed up, because its mails were sent. */
export const looseNames: readonly string[] = ['db/site-password', 'db/demo-password']
export const keysName = 'db/keys'

/** Returns the modes of restored files. Others can read upload directories; `db/` is private. */
export const modesOf = (name: string) =>
  name.startsWith(`${uploadsName}/`) ? { directory: 0o755, file: 0o644 } : { directory: 0o700, file: 0o600 }

/** Increment when older versions can't read the archive. */
const format = 1

/** Bytes; enough for millions of uploads. */
export const descriptionMax = 512 * 1024 * 1024

/** Bytes of a file that are in memory at a time. */
export const chunkSize = 1024 * 1024

const headSchema = type({ format: 'number', createdAt: 'string', schema: 'string[]' })
const manifestSchema = headSchema.and({
  files: type({ name: 'string', size: 'number.integer >= 0', sha256: /^[0-9a-f]{64}$/ }).array(),
})

/** `schema` lists applied migrations. */
export type Head = typeof headSchema.infer
export type Manifest = typeof manifestSchema.infer
export type FileEntry = Manifest['files'][number]

export function makeHead(schema: string[], now: Date): Head {
  return { format, createdAt: now.toISOString(), schema }
}

/** @throws OperatorError */
export function readHead(text: string, file: string): Head {
  const head = headSchema(parse(text, file, headName))
  if (head instanceof type.errors) throw damageError(file, `its ${headName} can't be read`)
  if (head.format !== format)
    throw new OperatorError(
      `${file} was made by a newer version (its format is ${head.format}). Restore it with that version.`,
    )
  refuseNewer(head.schema, file)
  return head
}

/** @param schema applied migrations @throws OperatorError */
export function refuseNewer(schema: readonly string[], of: string): void {
  const unknown = schema.filter(name => !Object.hasOwn(migrations, name))
  if (unknown.length > 0)
    throw new OperatorError(
      `${of} was made by a newer version (it has the migration ${unknown.join(', ')}). Restore it with that version.`,
    )
}

/** @throws OperatorError */
export function readManifest(text: string, file: string): Manifest {
  const manifest = manifestSchema(parse(text, file, manifestName))
  if (manifest instanceof type.errors) throw damageError(file, `its ${manifestName} can't be read`)
  return manifest
}

function parse(text: string, file: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw damageError(file, `its ${name} can't be read`, cause)
  }
}

export function damageError(file: string, how: string, cause?: unknown): OperatorError {
  return new OperatorError(`${file} is damaged: ${how}.`, { cause })
}

/** Allows only data names: no path traversal, no unprintable characters. */
export function isOurs(name: string): boolean {
  if (name === databaseName || looseNames.includes(name)) return true
  const parts = name.split('/')
  if (parts.some(part => part === '' || part === '.' || part === '..' || part.length > 255)) return false
  if (/[\p{Cc}\\]/u.test(name)) return false
  return name.startsWith(`${keysName}/`) || name.startsWith(`${uploadsName}/`)
}

const scratch = 'videos/scratch'

/** Patterns of temporary files below the uploads. */
export const temporaryNames: readonly string[] = [scratch, '**/.*', '**/*.part', '**/*.tmp']

export const isTemporary = (path: string) =>
  path === `${uploadsName}/${scratch}` || /\/\.[^/]*$|\.(part|tmp)$/.test(path)

/** @returns applied migrations @throws OperatorError or SQLite's error */
export function readSchema(path: string): string[] {
  const { damage, schema } = inspectDatabase(path)
  if (damage !== null) throw new OperatorError(`The database is damaged (${damage}).`)
  return schema
}
