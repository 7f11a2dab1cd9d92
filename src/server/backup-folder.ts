import { accessSync, constants, statSync } from 'node:fs'
import type { BackupPlace } from './backup-config.ts'
import { diskOf } from './disk-space.ts'
import type { Env } from './env.ts'
import { printable } from './env-values.ts'

export const noFolderText = (folder: string) =>
  `There is no folder ${printable('BACKUP_TO', folder)}. Create it, or connect its disk.`

export const noAccessText = (folder: string, code: string) =>
  `The server’s user can’t read and write ${printable('BACKUP_TO', folder)} (${code}). Give it the folder; with the systemd unit, name the folder in ReadWritePaths= too.`

/** Why no backup can be written to the folder of BACKUP_TO; null: it can, or BACKUP_TO names none. */
export function backupFolderFault({ backups }: Pick<Env, 'backups'>): string | null {
  if (backups?.place.kind !== 'folder') return null
  const { text: folder } = backups.place
  try {
    if (!statSync(folder).isDirectory()) return noFolderText(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return ['ENOENT', 'ENOTDIR'].includes(code) ? noFolderText(folder) : noAccessText(folder, code)
  }
}

export const isOnDataDisk = (place: BackupPlace, dataDir: string): boolean =>
  place.kind === 'folder' && diskOf(place.text).device === diskOf(dataDir).device
