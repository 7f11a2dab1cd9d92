import { accessSync, constants, statSync } from 'node:fs'
import type { BackupConfig, BackupPlace } from './backup-config.ts'
import { diskOf } from './disk-space.ts'
import type { Env } from './env.ts'
import { printable } from './env-values.ts'
import { codeOf } from './error-code.ts'

type Setting = Pick<BackupConfig, 'resticPath'>

/** Returns the advice if {@link resticPath} is null. */
const howToGet = ({ resticPath }: Setting) =>
  resticPath === 'off'
    ? 'Remove RESTIC_PATH=off, which turns restic off.'
    : 'Install it (apt-get install restic).'

export const noResticText = (place: BackupPlace, setting: Setting) =>
  `Backups at ${place.text} need restic. ${howToGet(setting)}`

export const onlyArchivesText = (setting: Setting) =>
  `Without restic, each backup is a whole archive, and the last seven are kept. ${howToGet(setting)}`

export const oldResticText =
  'This version of restic encrypts every backup. Set BACKUP_PASSPHRASE, or install restic 0.17 or newer.'

/** Returns the path of restic, or null if missing or `off`. */
export const resticPath = ({ resticPath: path }: Setting): string | null =>
  path === 'off' ? null : Bun.which(path ?? 'restic')

/** Returns whether restic takes repositories without a password, as it does since 0.17. */
function takesNoPassword(restic: string): boolean {
  const output = Bun.spawnSync([restic, 'version']).stdout.toString()
  const [, major = 0, minor = 0] = /^restic (\d+)\.(\d+)/.exec(output) ?? []
  return Number(major) > 0 || Number(minor) >= 17
}

/** Returns why no backup can be made. Null if one can, or BACKUP_TO is not set. */
export function backupFault({ backups }: Pick<Env, 'backups'>): string | null {
  if (backups === null) return null
  const { place, passphrase } = backups
  const folder = place.kind === 'folder' ? folderFault(place.text) : null
  if (folder !== null) return folder
  const restic = resticPath(backups)
  if (restic === null) {
    if (place.kind === 's3') return noResticText(place, backups)
    return passphrase === null
      ? null
      : `BACKUP_PASSPHRASE is set, but only restic encrypts backups. ${howToGet(backups)}`
  }
  return passphrase === null && !takesNoPassword(restic) ? oldResticText : null
}

function folderFault(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return noFolderText(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const code = codeOf(error) || 'unknown'
    if (['ENOENT', 'ENOTDIR'].includes(code)) return noFolderText(folder)
    return `The server’s user can’t read and write ${printable('BACKUP_TO', folder)} (${code}). Give it the folder; with the systemd unit, name the folder in ReadWritePaths= too.`
  }
}

const noFolderText = (folder: string) =>
  `There is no folder ${printable('BACKUP_TO', folder)}. Create it, or connect its disk.`

export const isOnDataDisk = (place: BackupPlace, dataDir: string): boolean =>
  place.kind === 'folder' && diskOf(place.text).device === diskOf(dataDir).device
