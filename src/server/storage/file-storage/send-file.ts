import { stat } from 'node:fs/promises'
import { type S3Client, S3Error } from '#server/storage/s3/s3-client.ts'
import type { BucketFile } from './bucket-files.table.ts'

/** Sends a file unless the bucket has the same bytes, and compares what it has then. @throws S3Error */
export async function sendFile(
  bucket: S3Client,
  path: string,
  local: string,
): Promise<Pick<BucketFile, 'place' | 'size_bytes' | 'modified_at' | 'sha256'>> {
  const { size, mtimeMs } = await stat(local)
  const content = await hashesOf(local)
  if (!(await isStored(bucket, path, size, content))) {
    await bucket.upload(path, { path: local, size, md5: content.md5.toString('base64') })
    if (!(await isStored(bucket, path, size, content)))
      throw new S3Error(`${bucket.text}/${path} differs from what was sent.`)
  }
  return {
    place: bucket.text,
    size_bytes: size,
    modified_at: Math.round(mtimeMs),
    sha256: content.sha256,
  }
}

interface Content {
  md5: Buffer
  /** Hex. */
  sha256: string
}

async function hashesOf(path: string): Promise<Content> {
  const md5 = new Bun.CryptoHasher('md5')
  const sha256 = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) {
    md5.update(chunk)
    sha256.update(chunk)
  }
  return { md5: md5.digest(), sha256: sha256.digest('hex') }
}

/** Bytes read at once where the service's tag isn't the content's MD5. */
const comparedAtOnce = 4_194_304

async function isStored(bucket: S3Client, path: string, size: number, content: Content): Promise<boolean> {
  const object = await bucket.head(path)
  if (object?.size !== size) return false
  if (object.etag === content.md5.toString('hex')) return true
  const hash = new Bun.CryptoHasher('sha256')
  for (let at = 0; at < size; at += comparedAtOnce)
    hash.update((await bucket.readPart(path, at, Math.min(size, at + comparedAtOnce))) ?? '')
  return hash.digest('hex') === content.sha256
}
