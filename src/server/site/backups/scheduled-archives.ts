import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FolderPlace } from '#server/backup-config.ts'
import { timeInName } from '#server/data-dir.ts'

/** An archive that the server made without restic. */
export interface ScheduledArchive {
  /** `reelstake-2026-06-01T03-30-00Z.tar.gz` */
  name: string
  file: string
}

const retainedArchives = 7

export const archiveName = (at: number) => `reelstake-${timeInName(at)}Z.tar.gz`

/** Returns the archives in a folder, newest first. */
export const listArchives = ({ text }: FolderPlace): ScheduledArchive[] =>
  readdirSync(text)
    .filter(name => /^reelstake-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/.test(name))
    .sort()
    .reverse()
    .map(name => ({ name, file: join(text, name) }))

export function removeOldArchives(place: FolderPlace): void {
  for (const { file } of listArchives(place).slice(retainedArchives)) rmSync(file)
}
