import type { S3Place } from '#server/backup-config.ts'
import { BackupError } from './backup-format.ts'
import type { BackupStore } from './backup-store.ts'

/** Milliseconds; for one object over a slow line. */
const timeoutMs = 300_000
const pausesMs: readonly number[] = [1000, 5000]

/** Another try doesn't help. */
const advice: Record<string, string> = {
  AccessDenied: 'Allow the key to list, read, write and delete objects there.',
  InvalidAccessKeyId: 'Check S3_ACCESS_KEY_ID.',
  NoSuchBucket: 'Create the bucket, or check S3_ENDPOINT and S3_REGION.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
  PermanentRedirect: 'Check S3_ENDPOINT and S3_REGION.',
  SignatureDoesNotMatch: 'Check S3_SECRET_ACCESS_KEY and S3_REGION.',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Single requests only: a kill leaves no unfinished upload, and Bun's S3 writer completes an upload that failed
 * (oven-sh/bun#33681).
 */
export function s3Store({ text, bucket, prefix, credentials }: S3Place): BackupStore {
  const client = new Bun.S3Client({ ...credentials, bucket })
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)

  /** @throws BackupError */
  async function attempt<T>(request: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures += 1)
      try {
        return await withTimeout(request())
      } catch (error) {
        const code = codeOf(error)
        if (code === 'NoSuchKey') throw error
        const pause = Object.hasOwn(advice, code) ? undefined : pausesMs[failures]
        if (pause === undefined) throw unusable(error)
        await Bun.sleep(pause)
      }
  }

  function unusable(error: unknown): BackupError {
    const code = codeOf(error)
    const said = error instanceof Error ? error.message : String(error)
    const what = code === '' || code === 'UnknownError' ? said : code
    return new BackupError(
      `${text} can't be used: ${what.replace(/\s+/g, ' ').slice(0, 200) || 'no answer'}. ${advice[code] ?? 'Check S3_ENDPOINT and the network.'}`,
      { cause: error },
    )
  }

  return {
    text,
    async *list(folder) {
      for (let continuationToken: string | undefined; ; ) {
        const page = await attempt(() =>
          client.list({ prefix: `${keyOf(folder)}/`, ...(continuationToken && { continuationToken }) }),
        )
        for (const { key } of page.contents ?? []) yield prefix === '' ? key : key.slice(prefix.length + 1)
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
        if (continuationToken === undefined) return
      }
    },
    read: async name =>
      attempt(async () => new Uint8Array(await client.file(keyOf(name)).arrayBuffer())).catch(error => {
        if (codeOf(error) === 'NoSuchKey') return null
        throw error
      }),
    async write(name, bytes) {
      await attempt(() => client.write(keyOf(name), bytes))
    },
    async remove(name) {
      await attempt(() => client.delete(keyOf(name)))
    },
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer within five minutes')), timeoutMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
