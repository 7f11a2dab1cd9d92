import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type S3Client, S3Error } from '#server/storage/s3/s3-client.ts'

/** The object that names the installation that stores and deletes files at its place. */
const markerName = 'reelstake-installation'

/**
 * Random, made once for each DATA_DIR. No backup holds it: one that is restored elsewhere is another installation.
 */
function installationOf(dataDir: string): string {
  const path = join(dataDir, 'db', 'storage.id')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const id = crypto.randomUUID()
  writeFileSync(`${path}.part`, id, { mode: 0o600, flush: true })
  renameSync(`${path}.part`, path)
  return id
}

/**
 * To be called before files are stored at a place or deleted there. Marks a place without an owner as ours.
 * @throws S3Error when it belongs to another installation, such as the one that this is a copy of
 */
export async function requireOurs(bucket: S3Client, dataDir: string): Promise<void> {
  const ours = new TextEncoder().encode(installationOf(dataDir))
  const owner = await bucket.readPart(markerName, 0, ours.byteLength)
  if (owner === null) return bucket.write(markerName, ours)
  if (Buffer.compare(owner, ours) === 0) return
  throw new S3Error(
    `${bucket.text} belongs to another installation: nothing is stored or deleted there. If this is a copy, set STORAGE to another prefix. If it replaces the other one, stop that one, then run: bun run admin take-storage`,
  )
}

export const makeOurs = (bucket: S3Client, dataDir: string): Promise<void> =>
  bucket.write(markerName, new TextEncoder().encode(installationOf(dataDir)))
