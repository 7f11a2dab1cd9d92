import { countText } from '#contract/numbers.ts'
import type { Check } from '#contract/site/admin.ts'
import { minute } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { countBucketFiles, refuseOthers } from '#server/storage/file-storage/index.ts'
import { S3Error, s3Client } from '#server/storage/s3/s3-client.ts'
import type { S3Place } from '#server/storage/s3/s3-place.ts'
import { check } from './fixes.rules.ts'

type Needs = Pick<Deps, 'db' | 'env'>

/** Returns the warning that keys are missing to read files in buckets, or null. */
export async function missingKeysText({ db, env }: Needs): Promise<string | null> {
  if (env.s3.accessKeyId !== null && env.s3.secretAccessKey !== null) return null
  const counts = (await countBucketFiles(db)).map(
    ({ place, files }) => `${countText(files, 'file')} ${files === 1 ? 'is' : 'are'} in ${place}`,
  )
  if (counts.length === 0) return null
  return `${counts.join(', ')}, but the S3_… variables are missing: pages can’t show them. Set the variables again. To move the files to the disk, stop the server: bun run admin move-storage --to disk`
}

export async function checkStorage({ db, env, now }: Needs & Pick<Deps, 'now'>): Promise<Check> {
  const missingText = await missingKeysText({ db, env })
  if (missingText !== null) return check('risk', 'storage', missingText)
  const elsewhere = (await countBucketFiles(db)).filter(({ place }) => place !== env.storage?.text)
  if (elsewhere.length > 0) {
    const counts = elsewhere.map(({ place, files }) => `${countText(files, 'file')} in ${place}`).join(', ')
    return check(
      'note',
      'storage',
      `STORAGE doesn’t name the place of ${counts}. They are shown as long as the S3_… variables are set. To move them, stop the server: bun run admin move-storage --to disk`,
    )
  }
  if (env.storage === null) return check('ok', 'storage', 'Videos and pictures stay on this disk.')
  const fault = await recentFaultOf(env.storage, { db, env, now })
  if (fault !== null) return check('risk', 'storage', fault)
  return check('ok', 'storage', `New videos and pictures go to ${env.storage.text}.`)
}

interface Answer {
  at: number
  fault: Promise<string | null>
}

/** Last answers of this process, by place. */
const answers = new WeakMap<S3Place, Answer>()

/** Asks once a minute: a bucket that doesn't answer would hold up the page each time. */
function recentFaultOf(place: S3Place, { db, env, now }: Needs & Pick<Deps, 'now'>): Promise<string | null> {
  const last = answers.get(place)
  const at = now()
  if (last !== undefined && at - last.at < minute) return last.fault
  const fault = faultOf(place, { db, env })
  answers.set(place, { at, fault })
  return fault
}

/** Checks with two requests, of at most five seconds each, that the bucket answers and is ours. */
async function faultOf(place: S3Place, site: Needs): Promise<string | null> {
  try {
    const bucket = s3Client(place, { shortTimeoutMs: 5000 })
    await bucket.ping()
    await refuseOthers(bucket, site)
    return null
  } catch (error) {
    if (!(error instanceof S3Error)) throw error
    return `${error.message} Until then uploads fail.`
  }
}
