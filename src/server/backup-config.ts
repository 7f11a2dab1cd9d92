import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { password, program, read, refusal, refuse, type Source } from '#server/env-values.ts'
import { isS3, type S3Place, type S3Settings, s3Place, s3Settings } from '#server/storage/s3/s3-place.ts'
import { OperatorError } from './operator-error.ts'

export interface TimeOfDay {
  hour: number
  minute: number
}

export interface FolderPlace {
  kind: 'folder'
  text: string
}

export type BackupPlace = FolderPlace | S3Place

export interface BackupConfig {
  place: BackupPlace
  /** Time of day in the time zone of the process. */
  at: TimeOfDay
  passphrase: string | null
  /** Null: restic on PATH, if any. `off`: archives. */
  resticPath: string | null
}

/** Returns the settings of backups, or null if BACKUP_TO is unset. @throws OperatorError */
export function backupConfig(source: Source, root: string, dataDir: string): BackupConfig | null {
  const to = read(source, 'BACKUP_TO')
  const at = timeOfDay(source, 'BACKUP_AT', '03:30')
  const passphrase = backupPassphrase(source)
  const settings = s3Settings(source)
  const restic = resticSetting(source)
  if (to === null) return null
  const place = placeOf('BACKUP_TO', to, root, settings)
  if (place.kind === 'folder')
    for (const name of ['db', 'uploads'])
      if (isBelow(join(dataDir, name), place.text))
        refuse('BACKUP_TO', to, `a folder outside of ${name}/ of DATA_DIR, or s3://bucket/prefix`)
  return { place, at, passphrase, resticPath: restic }
}

/** @throws OperatorError */
export const resticSetting = (source: Source): string | null => program(source, 'RESTIC_PATH', 'off')

/** `daily at 3:30 (UTC)` */
export function dailyAt({ hour, minute }: TimeOfDay): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return `daily at ${hour}:${String(minute).padStart(2, '0')} (${timeZone})`
}

/** @param value a folder or `s3://bucket/prefix` @throws OperatorError */
export const backupPlace = (source: Source, value: string): BackupPlace =>
  placeOf('The place of the backups', value, process.cwd(), s3Settings(source))

const placeOf = (name: string, value: string, root: string, settings: S3Settings): BackupPlace =>
  isS3(value)
    ? s3Place(name, value, settings, 'a folder such as /backups')
    : { kind: 'folder', text: resolve(root, value) }

/** @throws OperatorError */
export function backupPassphrase(source: Source): string | null {
  const value = password(source, 'BACKUP_PASSPHRASE')
  const file = read(source, 'BACKUP_PASSPHRASE_FILE')
  if (value !== null && file !== null)
    throw new OperatorError('BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE are both set. Remove one of them.')
  const passphrase = file === null ? value : readPassphrase(file)
  if (passphrase !== null && passphrase.length < 12)
    refuse('BACKUP_PASSPHRASE', passphrase, 'at least 12 characters')
  return passphrase
}

function readPassphrase(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    throw refusal('BACKUP_PASSPHRASE_FILE', file, 'a file that can be read', cause)
  }
}

function timeOfDay(source: Source, name: string, fallback: string): TimeOfDay {
  const value = read(source, name) ?? fallback
  const match =
    /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(value) ?? refuse(name, value, 'a time of day such as 03:30')
  return { hour: Number(match[1]), minute: Number(match[2]) }
}

function isBelow(directory: string, path: string): boolean {
  const relativePath = relative(directory, path)
  return !isAbsolute(relativePath) && relativePath !== '..' && !relativePath.startsWith('../')
}
