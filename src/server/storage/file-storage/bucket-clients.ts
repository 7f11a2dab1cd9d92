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
