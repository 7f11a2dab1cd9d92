import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asidePrefix, type OnStep, timeInName, uploadsName } from '#server/data-dir.ts'
import type { DiskSpace } from '#server/disk-space.ts'
import { OperatorError } from '#server/operator-error.ts'

/** A backup to restore. */
export interface Source {
  /** Bytes that the unpacked data need, roughly. */
  size: number
  /** @throws OperatorError when the data are damaged */
  unpack(into: string, space: DiskSpace, signal: AbortSignal | undefined): Promise<UnpackedBackup>
}

export interface UnpackedBackup {
  createdAt: string
  files: readonly { name: string }[]
}

export interface RestoreOptions {
  dataDir: string
  /** Default: SQLite in `dataDir`. */
  databaseUrl?: string | null
  /** True to move existing data aside. */
  force: boolean
  now: Date
  /** Megabytes. */
  minFreeMb?: number
  signal?: AbortSignal | undefined
  onStep?: OnStep
}

export interface RestoreResult {
  manifest: UnpackedBackup
  /** Path of the previous data, or null without any. */
  aside: string | null
  /** True if an interrupted restore was finished first. */
  finishedEarlier: boolean
}

/** Returns the path to which previous data are moved. @throws OperatorError if it exists */
export function asideFor(dataDir: string, now: Date): string {
  const path = join(dataDir, `${asidePrefix}${timeInName(now.getTime())}`)
  if (existsSync(path)) throw new OperatorError(`${path} already exists. Please try again.`)
  return path
}

/** Names of files and folders in `uploads`. */
export function presentUploads(directory: string): string[] {
  const uploads = join(directory, uploadsName)
  return (existsSync(uploads) ? readdirSync(uploads) : [])
    .filter(name => name !== '.gitkeep')
    .map(name => `${uploadsName}/${name}`)
}
