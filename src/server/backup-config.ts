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
  const settings = s3Settings(source)
  if (to === null) return null
  const place = placeOf('BACKUP_TO', to, root, settings)
  if (place.kind === 'folder')
    for (const name of ['db', 'uploads'])
      if (isBelow(join(dataDir, name), place.text))
        refuse('BACKUP_TO', to, `a folder outside of ${name}/ of DATA_DIR, or s3://bucket/prefix`)
  return { place, at, passphrase }
}

/** @param value a folder or `s3://bucket/prefix` @throws EnvError */
export const backupPlace = (source: Source, value: string): BackupPlace =>
  placeOf('The place of the backups', value, process.cwd(), s3Settings(source))

export const isS3 = (value: string): boolean => value.startsWith('s3:')

function placeOf(name: string, value: string, root: string, settings: S3Settings): BackupPlace {
  if (!isS3(value)) return { kind: 'folder', text: resolve(root, value) }
  const match = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.=+-]+)*)\/?$/i.exec(value)
  if (match === null || /(^|\/)\.+(\/|$)/.test(value.slice(5)))
    return refuse(
      name,
      value,
      's3://bucket/prefix with letters, digits and ._=+- in the prefix, or a folder such as /backups',
    )
  const { accessKeyId, secretAccessKey, sessionToken, region, endpoint } = settings
  if (accessKeyId === null || secretAccessKey === null)
    throw new EnvError(
      `${accessKeyId === null ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY'} is missing, but ${value} needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  const address =
    endpoint === null ? null : url({ S3_ENDPOINT: endpoint }, 'S3_ENDPOINT', ['http:', 'https:'])
  const [, bucket = '', prefix = ''] = match
  return {
    kind: 's3',
    text: `s3://${bucket}${prefix}`,
    bucket,
    prefix: prefix.slice(1),
    credentials: {
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      ...(region !== null && { region }),
      ...(address !== null && { endpoint: address.href }),
    },
  }
}

interface S3Settings {
  accessKeyId: string | null
  secretAccessKey: string | null
  sessionToken: string | null
  region: string | null
  endpoint: string | null
}

/** By the names that Bun's S3Client reads by itself; a token belongs to its key. */
function s3Settings(source: Source): S3Settings {
  const either = (name: string) => read(source, `S3_${name}`) ?? read(source, `AWS_${name}`)
  const tokens = ['S3_SESSION_TOKEN', 'AWS_SESSION_TOKEN'].map(name => read(source, name))
  return {
    accessKeyId: either('ACCESS_KEY_ID'),
    secretAccessKey: either('SECRET_ACCESS_KEY'),
    sessionToken: tokens[read(source, 'S3_ACCESS_KEY_ID') === null ? 1 : 0] ?? null,
    region: either('REGION'),
    endpoint: either('ENDPOINT'),
  }
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
