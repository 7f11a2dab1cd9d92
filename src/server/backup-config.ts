import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { EnvError, password, read, refusal, refuse, type Source, url } from '#server/env-values.ts'

export interface TimeOfDay {
  hour: number
  minute: number
}

export interface S3Place {
  kind: 's3'
  /** As given, without credentials. */
  text: string
  bucket: string
  /** Empty, or without a slash at either end. */
  prefix: string
  credentials: Bun.S3Options
}

export interface FolderPlace {
  kind: 'folder'
  text: string
}

export type BackupPlace = FolderPlace | S3Place

export interface BackupConfig {
  place: BackupPlace
  /** In the zone of the process. */
  at: TimeOfDay
  passphrase: string | null
}

/** Null: BACKUP_TO is unset. @throws EnvError */
export function backupConfig(source: Source, root: string, dataDir: string): BackupConfig | null {
  const to = read(source, 'BACKUP_TO')
  const at = timeOfDay(source, 'BACKUP_AT', '03:30')
  const passphrase = backupPassphrase(source)
  const credentials = s3Credentials(source)
  if (to === null) return null
  const place = placeOf('BACKUP_TO', to, root, credentials)
  if (place.kind === 'folder')
    for (const name of ['db', 'uploads'])
      if (isBelow(join(dataDir, name), place.text))
        refuse('BACKUP_TO', to, `a folder outside of ${name}/ of DATA_DIR, or s3://bucket/prefix`)
  return { place, at, passphrase }
}

/** @param value a folder or `s3://bucket/prefix` @throws EnvError */
export const backupPlace = (source: Source, value: string): BackupPlace =>
  placeOf('The place of the backups', value, process.cwd(), s3Credentials(source))

export const isS3 = (value: string): boolean => value.startsWith('s3:')

function placeOf(name: string, value: string, root: string, credentials: Bun.S3Options): BackupPlace {
  if (!isS3(value)) return { kind: 'folder', text: resolve(root, value) }
  const match = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.=+-]+)*)\/?$/i.exec(value)
  if (match === null || /(^|\/)\.+(\/|$)/.test(value.slice(5)))
    return refuse(
      name,
      value,
      's3://bucket/prefix with letters, digits and ._=+- in the prefix, or a folder such as /backups',
    )
  if (!credentials.accessKeyId || !credentials.secretAccessKey)
    throw new EnvError(
      `${credentials.accessKeyId ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID'} is missing, but ${value} needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  const [, bucket = '', prefix = ''] = match
  return { kind: 's3', text: `s3://${bucket}${prefix}`, bucket, prefix: prefix.slice(1), credentials }
}

/** By the names that Bun's S3Client reads by itself. */
function s3Credentials(source: Source): Bun.S3Options {
  const either = (name: string) => read(source, `S3_${name}`) ?? read(source, `AWS_${name}`)
  const found = {
    accessKeyId: either('ACCESS_KEY_ID'),
    secretAccessKey: either('SECRET_ACCESS_KEY'),
    sessionToken: either('SESSION_TOKEN'),
    region: either('REGION'),
    endpoint: (
      url(source, 'S3_ENDPOINT', ['http:', 'https:']) ?? url(source, 'AWS_ENDPOINT', ['http:', 'https:'])
    )?.href,
  }
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== null && value !== undefined),
  )
}

/** @throws EnvError */
export function backupPassphrase(source: Source): string | null {
  const given = password(source, 'BACKUP_PASSPHRASE')
  const file = read(source, 'BACKUP_PASSPHRASE_FILE')
  if (given !== null && file !== null)
    throw new EnvError('BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE are both set. Remove one of them.')
  const passphrase = file === null ? given : readPassphrase(file)
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
  const way = relative(directory, path)
  return !isAbsolute(way) && way !== '..' && !way.startsWith('../')
}
