import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName } from '#server/data-dir.ts'
import { readSize } from '#server/db/engine.ts'
import { makePrivate } from '#server/db/private-files.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { hasTable } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { copyDatabaseTo } from '#server/db/sqlite/snapshot.ts'
import type { Env } from '#server/env.ts'
import { type BucketFile, listBucketFiles } from '#server/storage/file-storage/index.ts'
import { keysName, looseNames } from './backup-format.ts'
import { bytesOf, filesBelow, requireDatabase } from './data-files.ts'
import { writeKeyFiles } from './key-files.ts'

export type SitePlace = Pick<Env, 'dataDir' | 'databaseUrl'>

/** Data of a site besides its videos and pictures, in either engine. */
export interface SiteData extends AsyncDisposable {
  /** Approximate size of the database. */
  bytes: number
  /**
   * Copies database, keys and site password, in the layout of a DATA_DIR. @param directory without them, or missing
   * @returns names of links and sockets, which are left out
   */
  copyTo(directory: string): Promise<string[]>
  /** Rows of files in buckets as they are now: others may have been deleted since a copy was made. */
  bucketFiles(): Promise<BucketFile[]>
}

/**
 * Checks that a command beside the server finds the site. PostgreSQL's DATA_DIR may be new.
 * @throws OperatorError without a database, OperatorError
 */
export function requireSite({ dataDir, databaseUrl }: SitePlace): void {
  if (databaseUrl === null) requireDatabase(dataDir)
  else makePrivate(join(dataDir, 'db'))
}

/** Needs {@link requireSite}. @throws OperatorError */
export const openSiteData = ({ dataDir, databaseUrl }: SitePlace): Promise<SiteData> | SiteData =>
  databaseUrl === null ? onSqlite(dataDir) : onPostgres({ dataDir, databaseUrl })

function onSqlite(dataDir: string): SiteData {
  const database = join(dataDir, databaseName)
  return {
    bytes: bytesOf(database) + bytesOf(`${database}-wal`),
    async copyTo(directory) {
      makeFolders(directory)
      copyDatabaseTo(database, join(directory, databaseName))
      const copy = (name: string) => copyFileSync(join(dataDir, name), join(directory, name))
      for (const name of looseNames) if (existsSync(join(dataDir, name))) copy(name)
      const leftOut: string[] = []
      for await (const { name, isFile } of filesBelow(dataDir, keysName))
        if (isFile) copy(name)
        else leftOut.push(name)
      return leftOut
    },
    async bucketFiles() {
      const connection = openDatabase(database)
      await using db = makeDb(connection)
      // A copy may be older than the table.
      return hasTable(connection, 'bucket_files') ? (await Array.fromAsync(listBucketFiles(db))).flat() : []
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function onPostgres({
  dataDir,
  databaseUrl,
}: {
  dataDir: string
  databaseUrl: string
}): Promise<SiteData> {
  const { exportSite, openSite } = await import('#server/db/transfer.ts')
  const db = await openSite(databaseUrl)
  return {
    bytes: (await readSize(db, { dataDir })).bytes,
    async copyTo(directory) {
      makeFolders(directory)
      const { keys } = await exportSite(db, join(directory, databaseName))
      writeKeyFiles(directory, keys)
      return []
    },
    bucketFiles: async () => (await Array.fromAsync(listBucketFiles(db))).flat(),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

const makeFolders = (directory: string) =>
  mkdirSync(join(directory, keysName), { recursive: true, mode: 0o700 })
