import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RootDb } from '#server/db/connection.ts'
import { replaceFile } from '#server/durable-files.ts'
import type { Env } from '#server/env.ts'
import { type S3Client, S3Error } from '#server/storage/s3/s3-client.ts'

/** The object that names the installation that stores and deletes files at its place. */
const markerName = 'reelstake-installation'

/** Bytes; longer than any name of an installation. */
const markerMax = 200

interface Site {
  db: Pick<RootDb, 'identity'>
  env: Pick<Env, 'dataDir'>
}

const idPath = ({ env }: Site) => join(env.dataDir, 'db', 'storage.id')

/** Returns the id of a DATA_DIR, or null if none was made yet. */
function readId(site: Site): string | null {
  return existsSync(idPath(site)) ? readFileSync(idPath(site), 'utf8') : null
}

function makeId(site: Site): string {
  const id = crypto.randomUUID()
  replaceFile(idPath(site), id)
  return id
}

/**
 * The database's own identity where several processes share it, else random, made once for each DATA_DIR. No backup
 * holds it: one that is restored elsewhere is another installation.
 */
const installationOf = async (site: Site): Promise<string> =>
  (await site.db.identity()) ?? readId(site) ?? makeId(site)

/**
 * Checks that a place doesn't belong to another installation, such as the one that this is a copy of.
 * @returns whether it is marked as ours @throws S3Error
 */
export async function refuseOthers(bucket: S3Client, site: Site): Promise<boolean> {
  const marker = await bucket.readPart(markerName, 0, markerMax)
  if (marker === null) return false
  const owner = new TextDecoder().decode(marker)
  const ownId = readId(site)
  if (owner === ((await site.db.identity()) ?? ownId)) return true
  // The installation was moved to a database that several processes share.
  if (owner === ownId) return false
  throw new S3Error(
    `${bucket.text} belongs to another installation: nothing is stored or deleted there. If this is a copy, set STORAGE to another prefix. If it replaces the other one, stop that one, then run: bun run admin take-storage`,
  )
}

/**
 * Checks that a place is ours before files are stored or deleted there. Marks a place without an owner as
 * ours.
 * @throws S3Error when it belongs to another installation
 */
export async function requireOurs(bucket: S3Client, site: Site): Promise<void> {
  if (!(await refuseOthers(bucket, site))) await makeOurs(bucket, site)
}

export const makeOurs = async (bucket: S3Client, site: Site): Promise<void> =>
  bucket.write(markerName, new TextEncoder().encode(await installationOf(site)))
