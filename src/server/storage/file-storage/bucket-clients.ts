import { OperatorError } from '#server/operator-error.ts'
import { type S3Client, S3Error, s3Client } from '#server/storage/s3/s3-client.ts'
import { type S3Settings, s3Place } from '#server/storage/s3/s3-place.ts'

/** Returns a function that makes the client of a place once; it throws S3Error without the place's settings. */
export function bucketClients(settings: S3Settings, options?: Parameters<typeof s3Client>[1]) {
  const clients = new Map<string, S3Client>()
  return (place: string): S3Client => {
    try {
      const client = clients.get(place) ?? s3Client(s3Place('STORAGE', place, settings, 'disk'), options)
      clients.set(place, client)
      return client
    } catch (error) {
      throw error instanceof OperatorError ? new S3Error(error.message, { cause: error }) : error
    }
  }
}

/** Bytes per request to the bucket: memory of a reader. */
const partSize = 1_048_576

/** Yields a part of an object in pieces. @param to exclusive @throws S3Error also if it is missing or shorter */
export async function* piecesOf(
  bucket: S3Client,
  path: string,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < to; at += partSize) {
    const end = Math.min(to, at + partSize)
    const piece = await bucket.readPart(path, at, end)
    if (piece?.byteLength !== end - at) throw new S3Error(`${bucket.text}/${path} is missing or incomplete.`)
    yield piece
  }
}
