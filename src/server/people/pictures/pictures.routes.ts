import { type ImageId, newId, type UserId } from '#contract/ids.ts'
import { imageTexts, type UploadedImage } from '#contract/images.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, unauthorized } from '#server/http/errors.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { findSession } from '#server/people/auth/index.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { pictureFile, savePicture } from '#server/storage/images/index.ts'
import type { PictureSize } from './decode.ts'
import { insertPicture, usageSince } from './pictures.queries.ts'
import { quota, secondsUntilFree } from './pictures.rules.ts'
import { readFile } from './read-file.ts'

/** Decoding takes seconds. */
const tries = { name: 'pictures', points: 30, windowSeconds: 60 }

interface PictureUpload {
  person: Person
  request: Request
  /** Largest width and height; larger pictures are scaled down. */
  size?: PictureSize
}

type Needs = Pick<Deps, 'db' | 'disk' | 'env' | 'files' | 'monotonicNow' | 'now'>

/** Returns a function that stores an uploaded picture; it throws ApiError 400, 401, 413, 415, 422, 429, 503, 507. */
export function pictureUploads(deps: Needs) {
  const { db, disk, files, now } = deps
  const attempts = new RateLimit(tries, deps)

  return async ({ person, request, size }: PictureUpload): Promise<UploadedImage> => {
    const { id: owner, sessionId } = person
    await attempts.take(owner)
    await checkQuota(db, owner, 0, now())
    const { decodePicture } = await import('./decode.ts')
    // Counts refused pictures too: decoding takes as long.
    const count = () => inTransaction(db, trx => countCreated(trx, deps, { person: owner }, 'pictures'))
    const { bytes, width, height } = await decodePicture(await readFile(request), count, size)
    const id: ImageId = newId<'image'>()
    disk.require(files.localPath(pictureFile(id)), bytes.byteLength, imageTexts.noSpace)
    await savePicture(files, id, bytes)
    try {
      await inTransaction(db, async trx => {
        // The bytes took time to arrive.
        if (!(await findSession(trx, sessionId))) throw unauthorized()
        // Concurrent uploads may exceed the quota.
        await checkQuota(trx, owner, bytes.byteLength, now())
        await insertPicture(trx, {
          id,
          owner_id: owner,
          width,
          height,
          size_bytes: bytes.byteLength,
          created_at: now(),
        })
      })
    } catch (error) {
      await files.drop(pictureFile(id))
      throw error
    }
    return { id, url: `/images/${id}.webp`, width, height }
  }
}

export function pictureUploadRoutes(deps: Needs) {
  const upload = pictureUploads(deps)
  return new EndpointApp().endpoint('POST /api/images', async c => {
    const answer = await upload({ person: c.var.person, request: c.req.raw })
    return c.json(answer, 201, { Location: answer.url })
  })
}

/** @throws ApiError 429 with Retry-After */
async function checkQuota(db: Db, owner: UserId, bytes: number, now: number): Promise<void> {
  const wait = secondsUntilFree(await usageSince(db, owner, now - quota.windowMs), bytes, now)
  if (wait > 0)
    throw new ApiError(
      'too_many_attempts',
      'You’ve reached the limit of pictures for 30 days. Please try again later.',
      { headers: { 'Retry-After': String(Math.ceil(wait)) } },
    )
}
