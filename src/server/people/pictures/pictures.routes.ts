import { Hono } from 'hono'
import { type ImageId, isId, newId, type UserId } from '#contract/ids.ts'
import { imageTexts, type UploadedImage } from '#contract/images.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, notFound } from '#server/http/errors.ts'
import { hasCurrent } from '#server/http/etag.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import type { Picture, PictureSize } from './decode.ts'
import { pictureFile, readPicture, savePicture } from './image-store.ts'
import { insertImage, usageSince } from './images.queries.ts'
import { quota, secondsUntilFree } from './images.rules.ts'
import { readFile } from './read-file.ts'

const urlOf = (id: ImageId) => `/images/${id}.webp`

/** Decoding takes seconds. */
const tries = { points: 30, windowSeconds: 60 }

interface StoredImage {
  id: ImageId
  width: number
  height: number
}

interface ImageUpload {
  owner: UserId
  request: Request
  /** The most that it may have; larger ones are made smaller. */
  size?: PictureSize
}

/** @returns stores an uploaded picture; throws ApiError 400, 413, 415, 422, 429, 507 */
export function imageUploads(deps: Deps) {
  const { env, db, disk, files, now, monotonicNow } = deps
  const attempts = new RateLimit(tries, env.rateLimit, monotonicNow)

  return async ({ owner, request, size }: ImageUpload): Promise<StoredImage> => {
    attempts.take(owner)
    await checkQuota(db, owner, 0, now())
    const { decodePicture } = await import('./decode.ts')
    const picture = await decodePicture(await readFile(request), size)
    const id: ImageId = newId<'image'>()
    disk.require(files.localPath(pictureFile(id)), picture.bytes.byteLength, imageTexts.noSpace)
    await savePicture(files, id, picture.bytes)
    try {
      await inTransaction(db, async trx => {
        // Concurrent uploads may exceed the quota.
        await checkQuota(trx, owner, picture.bytes.byteLength, now())
        await countCreated(trx, deps, { person: owner }, 'pictures')
        await insertImage(trx, rowOf(id, owner, picture, now()))
      })
    } catch (error) {
      await files.drop(pictureFile(id))
      throw error
    }
    return { id, width: picture.width, height: picture.height }
  }
}

export function imageRoutes(deps: Deps) {
  const upload = imageUploads(deps)
  return new EndpointApp().endpoint('POST /api/images', async c => {
    const { id, width, height } = await upload({ owner: c.var.person.id, request: c.req.raw })
    const answer: UploadedImage = { id, url: urlOf(id), width, height }
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

const rowOf = (id: ImageId, owner: UserId, { bytes, width, height }: Picture, now: number) => ({
  id,
  owner_id: owner,
  width,
  height,
  size_bytes: bytes.byteLength,
  created_at: now,
})

/** Mounted at /images. Files are immutable. */
export function imageFileRoutes({ env, files: storage }: Deps) {
  const files = new Hono<AppEnv>()
  files.get('/:name', async c => {
    const name = c.req.param('name')
    const id = name.endsWith('.webp') ? name.slice(0, -'.webp'.length) : ''
    if (!isId<'image'>(id)) throw notFound('There is no such picture.')
    if ((await storage.read(pictureFile(id))) === null) throw notFound('There is no such picture.')
    const headers = {
      // A shared cache would show a locked site's pictures to everyone.
      'Cache-Control': `${env.siteGate ? 'private' : 'public'}, max-age=31536000, immutable`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ETag: `"${id}"`,
    }
    if (hasCurrent(c.req.header('if-none-match'), headers.ETag)) return c.body(null, 304, headers)
    const picture = await readPicture(storage, id)
    if (picture === null) throw notFound('There is no such picture.')
    return c.body(await picture.bytes(), 200, { ...headers, 'Content-Type': 'image/webp' })
  })
  files.all('/:name', onlyRead)
  files.all('*', () => {
    throw notFound('There is no such picture.')
  })
  return files
}
