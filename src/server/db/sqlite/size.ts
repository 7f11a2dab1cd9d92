import { statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName } from '#server/data-dir.ts'
import type { DatabaseSize, Db } from '../connection.ts'

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

export async function readSize(_db: Db, { dataDir }: { dataDir: string }): Promise<DatabaseSize> {
  const path = join(dataDir, databaseName)
  return { bytes: bytesOf(path), journalBytes: bytesOf(`${path}-wal`) }
}
