import { read, refuse, type Source, url } from '#server/env-values.ts'
import { OperatorError } from '#server/operator-error.ts'

export interface S3Place {
  kind: 's3'
  /** The place as given, without credentials. */
  text: string
  bucket: string
  /** Empty, or without a slash at either end. */
  prefix: string
  credentials: Bun.S3Options
}

export interface S3Settings {
  accessKeyId: string | null
  secretAccessKey: string | null
  sessionToken: string | null
  region: string | null
  endpoint: string | null
}

/** Reads the names that Bun's S3Client reads by itself. A token belongs to its key. */
export function s3Settings(source: Source): S3Settings {
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

export const isS3 = (value: string): boolean => value.startsWith('s3:')

const bucketName = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/i

/** @param otherwise what the variable takes besides `s3://` @throws OperatorError */
export function s3Place(name: string, value: string, settings: S3Settings, otherwise: string): S3Place {
  const bucketPart = /^s3:\/\/([^/]*)/.exec(value)?.[1]
  if (bucketPart !== undefined && !bucketName.test(bucketPart))
    return refuse(
      name,
      value,
      `s3://bucket/prefix with a bucket of 3 to 63 letters, digits, dots and hyphens, or ${otherwise}`,
    )
  const match = /^s3:\/\/([^/]+)((?:\/[\w.=+-]+)*)\/?$/.exec(value)
  if (match === null || /(^|\/)\.+(\/|$)/.test(value.slice(5)))
    return refuse(
      name,
      value,
      `s3://bucket/prefix with letters, digits and ._=+- in the prefix, or ${otherwise}`,
    )
  const { accessKeyId, secretAccessKey, sessionToken, region, endpoint } = settings
  if (accessKeyId === null || secretAccessKey === null)
    throw new OperatorError(
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
